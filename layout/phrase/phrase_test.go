package phrase

import (
	"slices"
	"strings"
	"testing"
)

// The places are those BudouX finds.
func TestEnds(t *testing.T) {
	for _, c := range []struct {
		want string
		ends func(Around) bool
	}{
		{"不審な|メールの|どこに|置くと|安全ですか？", Ends},
		{"だれかが|困っていたら、|どうしますか", Ends},
		{"鍵や|入館証、|カメラを|使って、|部外者を|部屋や機器、|ケーブルに|近づけない|ことです。", Ends},
		{"ネットワークの|設定と|して|知る", Ends},
		{"ผู้|ใช้|คลิกลิงก์|ใน|อีเมล|และ|ป้อน|รหัส|ผ่าน|ของ|ตน|เอง|บน|เว็บไซต์|ปลอม", EndsThai},
	} {
		runes := slices.Concat(make([]rune, Reach), []rune(strings.ReplaceAll(c.want, "|", "")), make([]rune, Reach))
		var got strings.Builder
		for i := Reach; i < len(runes)-Reach; i++ {
			if i > Reach && c.ends(Around(runes[i-Reach:i+Reach])) {
				got.WriteByte('|')
			}
			got.WriteRune(runes[i])
		}
		if got.String() != c.want {
			t.Errorf("got %s, want %s", got.String(), c.want)
		}
	}
}

func TestSeam(t *testing.T) {
	for _, c := range []struct {
		before, behind string
		want           bool
	}{
		{"クレデンシャル", "スタッフィング", true},
		{"クレデンシャルスタッ", "フィング", false},
		{"アカウント", "ロックアウト", true},
		{"プライベートネット", "ワーク", false},
		{"マルウェア", "ンク", false},
		{"スパイ", "ウェア", false},
	} {
		if got := Seam(c.before, c.behind); got != c.want {
			t.Errorf("%s|%s: %v", c.before, c.behind, got)
		}
	}
}

func TestWithin(t *testing.T) {
	for text, want := range map[string]bool{"城の捨|て札": true, "捨て|札の山": true, "捨て札|の山": false, "早見カ|ード": true, "手|書き": false, "1時|間": true, "する外|から": true, "払わなけれ|ば": true, "自分の|手番": true, "何が起こ|りますか。": true} {
		before, behind, _ := strings.Cut(text, "|")
		a, b := []rune(before), []rune(behind)
		got := Within(func(n int) rune {
			switch {
			case n < 0 && len(a)+n >= 0:
				return a[len(a)+n]
			case 0 <= n && n < len(b):
				return b[n]
			}
			return 0
		})
		if got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}
