package kit

import (
	"context"

	"kitpress/catalog/source"
	"kitpress/cmd/internal/kit/manifest"
	"kitpress/cmd/internal/kit/publish"
	"kitpress/cmd/internal/kit/verify"
	"kitpress/cmd/internal/press"
)

// A Report says what a build made.
type Report struct {
	Tool     string          `json:"tool"`
	Out      string          `json:"out"`
	Kits     []Kit           `json:"kits"`
	Site     *Site           `json:"site,omitempty"`     // when the site is all there is
	Removed  int             `json:"removed,omitempty"`  // files of the previous kit that this one does not have
	Problems source.Problems `json:"problems,omitempty"` // warnings
	Verified *verify.Report  `json:"verified,omitempty"` // when that was asked for
}

// A Kit is one game of a Report.
type Kit struct {
	Game    string       `json:"game"`
	Name    string       `json:"name"` // in the first language of the kit
	Version string       `json:"version"`
	Edition string       `json:"edition"`
	Dir     string       `json:"dir"` // below Report.Out, "" for Out itself
	Langs   []string     `json:"langs"`
	Paper   string       `json:"paper"`
	Sides   string       `json:"sides"`
	Ink     string       `json:"ink"`
	Files   []press.File `json:"files"` // paths relative to Dir
	Site    *Site        `json:"site,omitempty"`

	manifest manifest.File
}

// A Site is the site of a Report.
type Site struct {
	Dir    string `json:"dir"` // below the folder of the kit, "" for that itself
	Start  string `json:"start"`
	Files  int    `json:"files"`
	Pages  int    `json:"pages"`
	Bytes  int64  `json:"bytes"`
	Topics int    `json:"topics"` // explained, whatever the language
}

// commit writes the manifest on top of games that have folders of their own,
// and puts the new kits in the place of the old ones; in a dry run it leaves
// these where they are.
func (r *Report) commit(ctx context.Context, to *publish.Folder, dryRun bool) (err error) {
	if len(r.Kits) > 0 && r.Kits[0].Dir != "" {
		top := &manifest.Index{Format: publish.ManifestFormat, Tool: press.Tool}
		for _, k := range r.Kits {
			top.Games = append(top.Games, k.entry())
		}
		if _, err := manifest.Write(to, "", top); err != nil {
			return err
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if dryRun {
		r.Removed = to.Gone()
		return nil
	}
	r.Removed, err = to.Commit()
	return err
}

// entry is what the manifest on top says of a kit.
func (k *Kit) entry() manifest.Entry {
	e := manifest.Entry{
		Game: k.Game, Name: k.Name, Version: k.Version, Edition: k.Edition, Langs: k.Langs, Dir: k.Dir,
		Manifest: k.Dir + "/" + manifest.Name, SHA256: k.manifest.SHA256, Files: len(k.Files),
	}
	for _, f := range k.Files {
		e.Pages += f.Pages
		e.Bytes += f.Bytes
	}
	return e
}
