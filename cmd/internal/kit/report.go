package kit

import (
	"kitpress/catalog/source"
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
	Verified *Verification   `json:"verified,omitempty"` // when that was asked for
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
}
