package kittest

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
)

// DeckComponent is the id of the only component of a deck.
const DeckComponent = "cards"

// WriteDeck writes a pack with one deck of n cards in lang ("en", "ja" or "ar")
// into dir. Each card of 63 × 88 mm has a head, a title, a line of costs, 60
// words or 90 Japanese characters, an icon of several paths, a border and the QR
// code of an address of 60 bytes. The same arguments give the same pack.
func WriteDeck(dir, lang string, n int) error {
	var cards strings.Builder
	cards.WriteString(deckHead)
	words := rand.New(rand.NewPCG(1, 2))
	for i := range n {
		fmt.Fprintf(&cards, "      - {id: c%06d, title: %s, cost: %s, text: %s, link: \"https://cards.example.org/explain/%s/card-%06d?from=deck-1\"}\n",
			i, text(words, lang, 2), text(words, lang, 4), text(words, lang, 60), lang, i)
	}
	for name, content := range map[string]string{
		"game.yaml":            strings.ReplaceAll(deckGame, "LANG", lang),
		"cards.yaml":           cards.String(),
		"rules.yaml":           "format: 1\nsections: []\n",
		"templates/bench.yaml": deckFront,
		"templates/back.yaml":  deckBack,
	} {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(name, []byte(content), 0o666); err != nil {
			return err
		}
	}
	return nil
}

// text returns n words of 2 to 9 letters, or three characters of Japanese for
// every two words.
func text(r *rand.Rand, lang string, n int) string {
	var b strings.Builder
	if lang == "ja" {
		for i := range n * 3 / 2 {
			switch {
			case i%15 == 14:
				b.WriteRune('、')
			case r.IntN(5) < 2:
				b.WriteRune(kanji[r.IntN(len(kanji))])
			default:
				b.WriteRune(kana[r.IntN(len(kana))])
			}
		}
		return b.String()
	}
	letters, from := latin, r
	if lang == "ar" { // its words are shaped, and repeat as those of a language do
		letters = arabic
	}
	var lengths []int // eight words have one of each length, so that texts are about as long
	for i := range n {
		if i > 0 {
			b.WriteByte(' ')
		}
		if i%8 == 0 {
			lengths = r.Perm(8)
		}
		if lang == "ar" {
			from = rand.New(rand.NewPCG(3, r.Uint64N(250)))
		}
		for range 2 + lengths[i%8] {
			b.WriteRune(letters[from.IntN(len(letters))])
		}
	}
	return b.String()
}

var (
	latin  = []rune("etaoinshrdlucmfwypvbgk")
	arabic = []rune("اليمنورتبهعدسكفقحجأخشصذى")
	kana   = []rune("あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわをんがぎぐげござじずぜぞだでどばびぶべぼアイウエオカキクケコサシスセソタチツテト")
	kanji  = []rune("一二三四五六七八九十百千万円年月日時分半今朝昼夜前後上下中外左右東西南北口目耳手足力人子女男父母友先生学校本文字名犬魚鳥馬牛花草木林森山川空天気雨雪電車駅道店買売食飲米肉茶水火土金石高安新古多少大小長明暗白黒赤青行来帰出入見聞読書話言思知作使持待立休会社員仕事業企保護情報攻撃防機密対策信頼危険注意確認連絡盗難紛失被害影響復旧計画")
)

const deckGame = `format: 1
id: deck
prefix: B
version: "1"
date: 2026-11-20
source: LANG
languages: [LANG]
theme: plain
name: Deck
players: {min: 1, max: 2}
components:
  - {id: cards, kind: pieces, name: Cards, decks: [cards], sheet: cards, paper: card}
`

const deckHead = `format: 1
decks:
  - id: cards
    name: Cards
    template: bench
    back: back
    fields: {title: text, cost: text, text: text, link: word}
    cards:
`

const deckFront = `format: 1
size: [63, 88]
bleed: 2
draw:
  - {rect: [1.5, 1.5, 60, 85], radius: 2, stroke: ink, width: 0.4}
  - {rect: [1.5, 1.5, 60, 11], radius: [2, 2, 0, 0], fill: head}
  - {text: "{title}", at: [4, 9], width: 55, weight: 900, size: [13, 9], lines: 1, fill: on-head}
  - {text: "{cost}", at: [4, 17], width: 55, weight: 600, size: [9, 7], lines: 1, fill: ink}
  - {icon: siren, style: duotone, at: [52, 24], size: 12, fill: icon-ink, soft: icon-soft, ground: icon-body}
  - {text: "{text}", at: [4, 33], width: 55, size: [8, 6], leading: 1.2, height: 32, fill: ink}
  - {qr: "{link}", corner: [59.5, 84.5], box: 18, most: 21}
`

const deckBack = `format: 1
size: [63, 88]
bleed: 2
draw:
  - {rect: [-2, -2, 67, 92], fill: back}
  - {icon: puzzle-piece, style: duotone, at: [31.5, 44], size: 30, fill: icon-ink, soft: icon-soft, ground: icon-body}
`
