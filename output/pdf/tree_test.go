package pdf_test

import (
	"errors"
	"fmt"
	"kitpress/output/outputtest"
	"strings"
)

// structure returns the structure of a tagged file, one element per line,
// indented, with its alternative text, attributes and the texts in it. It
// fails when the structure and the pages do not agree.
func structure(p *outputtest.PDF) (string, error) {
	root := p.Dict(p.Catalog["StructTreeRoot"])
	if len(root) == 0 || p.Dict(p.Catalog["MarkInfo"])["Marked"] != true {
		return "", errors.New("file is not tagged")
	}
	t := &treeReader{pdf: p, pages: map[any]int{}, texts: map[string]string{}, owner: map[string]outputtest.Ref{}}
	for i, kid := range p.Array(p.Dict(p.Catalog["Pages"])["Kids"]) {
		t.pages[kid] = i
	}
	if err := t.readPages(root); err != nil {
		return "", err
	}
	top, _ := root["K"].(outputtest.Ref)
	if err := t.element(top, 0); err != nil {
		return "", err
	}
	for key := range t.owner {
		return "", fmt.Errorf("content %s is in no element", key)
	}
	return t.out.String(), nil
}

type treeReader struct {
	pdf   *outputtest.PDF
	pages map[any]int
	texts map[string]string         // by "page/mcid"
	owner map[string]outputtest.Ref // by "page/mcid", as the parent tree says; removed when found
	out   strings.Builder
}

// readPages gathers texts by marked content and what the parent tree says.
func (t *treeReader) readPages(root outputtest.Dict) error {
	nums := t.pdf.Array(t.pdf.Dict(root["ParentTree"])["Nums"])
	for i, page := range t.pdf.Pages {
		if page.Dict["Tabs"] != outputtest.Name("S") || page.Dict["StructParents"] != float64(i) {
			return fmt.Errorf("page %d does not point into the structure", i+1)
		}
		for _, text := range page.Texts {
			if text.Mark.Tag == "" {
				return fmt.Errorf("page %d: text %q is neither tagged nor an artifact", i+1, text.Text)
			}
			t.texts[fmt.Sprintf("%d/%d", i, text.Mark.MCID)] += text.Text
		}
		for _, shape := range page.Shapes {
			if shape.Mark.Tag == "" {
				return fmt.Errorf("page %d: a shape is neither tagged nor an artifact", i+1)
			}
		}
	}
	for i := 0; i+1 < len(nums); i += 2 {
		for mcid, e := range t.pdf.Array(nums[i+1]) {
			t.owner[fmt.Sprintf("%v/%d", nums[i], mcid)], _ = e.(outputtest.Ref)
		}
	}
	return nil
}

func (t *treeReader) element(r outputtest.Ref, depth int) error {
	d := t.pdf.Dict(r)
	fmt.Fprintf(&t.out, "%s%v", strings.Repeat("  ", depth), d["S"])
	if alt := t.pdf.Text(d["Alt"]); alt != "" {
		fmt.Fprintf(&t.out, " alt=%q", alt)
	}
	for _, key := range []outputtest.Name{"Scope", "ListNumbering"} {
		if v := t.pdf.Dict(d["A"])[key]; v != nil {
			fmt.Fprintf(&t.out, " %s=%v", strings.ToLower(string(key)), v)
		}
	}
	t.out.WriteByte('\n')
	for _, kid := range t.pdf.Array(d["K"]) {
		if err := t.kid(r, d, kid, depth+1); err != nil {
			return err
		}
	}
	return nil
}

func (t *treeReader) kid(parent outputtest.Ref, d outputtest.Dict, kid any, depth int) error {
	indent, page, mcid := strings.Repeat("  ", depth), d["Pg"], kid
	if r, ok := kid.(outputtest.Ref); ok {
		if t.pdf.Dict(r)["P"] != parent {
			return fmt.Errorf("element %d does not know its parent %d", r, parent)
		}
		return t.element(r, depth)
	}
	if k, ok := kid.(outputtest.Dict); ok {
		page, mcid = k["Pg"], k["MCID"]
		if k["Type"] == outputtest.Name("OBJR") {
			a := t.pdf.Dict(k["Obj"])
			fmt.Fprintf(&t.out, "%s-> %s\n", indent, t.pdf.Text(a["Contents"]))
			if a["StructParent"] == nil || a["Contents"] == nil {
				return errors.New("link without a way back or without a text")
			}
			return nil
		}
	}
	key := fmt.Sprintf("%d/%v", t.pages[page], mcid)
	if t.owner[key] != parent {
		return fmt.Errorf("content %s: the parent tree says %d, the structure %d", key, t.owner[key], parent)
	}
	delete(t.owner, key)
	fmt.Fprintf(&t.out, "%s%q\n", indent, t.texts[key])
	return nil
}
