package studio

import (
	"net/http"
	"strconv"
	"testing"
)

// What it takes to answer a changed option of the page of a kit: each round
// asks for another number of pupils, so that nothing was looked at before.
func BenchmarkChoice(b *testing.B) {
	for _, game := range []string{"cyber-survival", "online", "cyber-siege", "attacker-placement"} {
		for _, ink := range []string{"full", "mono"} {
			b.Run(game+"/"+ink, func(b *testing.B) {
				in := open(b)
				in.ask("GET", "/kit/"+game+"?lang=de&ink="+ink, "")
				n := 0
				for b.Loop() {
					n++
					if got := in.ask("GET", "/kit/"+game+"?lang=de&ink="+ink+"&pupils="+strconv.Itoa(n%60+8), ""); got.Code != http.StatusOK {
						b.Fatal(got.Code)
					}
				}
			})
		}
	}
}
