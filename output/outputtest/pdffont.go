package outputtest

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf16"
)

func hypot(a, b float64) float64 { return math.Hypot(a, b) }

// codes returns what the codes of a font stand for, by its ToUnicode map.
func (p *PDF) codes(font Dict) map[uint16]string {
	codes := map[uint16]string{}
	for _, line := range strings.Split(string(p.Stream(font["ToUnicode"])), "\n") {
		var first, last uint16
		var hex string
		line = strings.NewReplacer("<", " ", ">", " ").Replace(line)
		if _, err := fmt.Sscanf(line, "%04X %04X %s", &first, &last, &hex); err != nil || len(hex)%4 != 0 {
			continue
		}
		var units []uint16
		for i := 0; i < len(hex); i += 4 {
			u, _ := strconv.ParseUint(hex[i:i+4], 16, 16)
			units = append(units, uint16(u))
		}
		for c := int(first); c <= int(last); c++ {
			codes[uint16(c)] = string(utf16.Decode(units))
			units[len(units)-1]++
		}
	}
	return codes
}

// CheckFonts fails unless every font is an embedded subset with a proper name
// and a valid ToUnicode map.
func (p *PDF) CheckFonts() error {
	for r, v := range p.objects {
		d, ok := v.(Dict)
		if !ok || d["Type"] != Name("Font") {
			continue
		}
		base, _ := d["BaseFont"].(Name)
		if len(base) < 8 || base[6] != '+' || strings.ToUpper(string(base[:6])) != string(base[:6]) {
			return fmt.Errorf("font %d is called %q: no subset name", r, base)
		}
		below := p.Dict(p.Array(d["DescendantFonts"])[0])
		descriptor := p.Dict(below["FontDescriptor"])
		if below["BaseFont"] != base || descriptor["FontName"] != base || len(p.Stream(descriptor["FontFile2"])) == 0 {
			return fmt.Errorf("font %s has other names inside or is not embedded", base)
		}
		if err := checkToUnicode(string(p.Stream(d["ToUnicode"]))); err != nil {
			return fmt.Errorf("font %s: %w", base, err)
		}
	}
	return nil
}

// checkToUnicode fails on blocks of more than 100 ranges and on ranges that
// cross a high byte.
func checkToUnicode(cmap string) error {
	lines := strings.Split(cmap, "\n")
	for i, line := range lines {
		count, found := strings.CutSuffix(line, " beginbfrange")
		if !found {
			continue
		}
		n, err := strconv.Atoi(count)
		if err != nil || n > 100 || i+n+1 >= len(lines) || lines[i+n+1] != "endbfrange" {
			return fmt.Errorf("block %q is too long or not closed", line)
		}
		for _, r := range lines[i+1 : i+n+1] {
			if len(r) < 18 || r[:3] != r[6:9] || r[5] != '>' {
				return fmt.Errorf("range %q crosses a high byte", r)
			}
		}
	}
	if !strings.Contains(cmap, "beginbfrange") {
		return errors.New("ToUnicode map is empty")
	}
	return nil
}
