package shape

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/go-text/typesetting/language"
)

// Noto Sans CJK of Debian, a collection: Korean and both kinds of Chinese.
const cjk = "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc#"

// fontsOf lists what texts of a language are shaped in.
var fontsOf = map[string][]string{
	"ja": {"MPLUS1p_400Regular.ttf", "MPLUS1p_900Black.ttf"},
	"he": {"NotoSansHebrew-Regular.ttf", "NotoSansHebrew-Bold.ttf"},
	"ar": {"NotoSansArabic-Regular.ttf", "NotoSansArabic-Bold.ttf"},
	"fa": {"NotoSansArabic-Regular.ttf", "NotoSansArabic-Bold.ttf"},
	"ur": {"NotoSansArabic-Regular.ttf", "NotoSansArabic-Bold.ttf"},
	"hi": {"NotoSansDevanagari-Regular.ttf", "NotoSansDevanagari-Bold.ttf"},
	"mr": {"NotoSansDevanagari-Regular.ttf", "NotoSansDevanagari-Bold.ttf"},
	"bn": {"NotoSansBengali-Regular.ttf", "NotoSansBengali-Bold.ttf"},
	"ta": {"NotoSansTamil-Regular.ttf", "NotoSansTamil-Bold.ttf"},
	"th": {"NotoSansThai-Regular.ttf", "NotoSansThai-Bold.ttf"},
	"ka": {"NotoSansGeorgian-Regular.ttf", "NotoSansGeorgian-Bold.ttf"},
	"hy": {"NotoSansArmenian-Regular.ttf", "NotoSansArmenian-Bold.ttf"},
	"am": {"NotoSansEthiopic-Regular.ttf", "NotoSansEthiopic-Bold.ttf"},
	"ko": {cjk + "1"}, "zh-Hans": {cjk + "2"}, "zh-Hant": {cjk + "3"},
}

// syllables lists, for a language, what its letters are put together of at
// random: each word has one to three syllables, each of a choice from every
// group. A group with an empty choice may be left out.
var syllables = map[string][]string{
	"he": {"א ב ג ד ה ו ז ח ט י כ ך ל מ ם נ ן ס ע פ ף צ ץ ק ר ש ת בּ כּ פּ שׁ שׂ וּ", "_ ְ ֱ ֲ ֳ ִ ֵ ֶ ַ ָ ֹ ֻ"},
	"ar": {"ا ب ت ث ج ح خ د ذ ر ز س ش ص ض ط ظ ع غ ف ق ك ل م ن ه و ي ء آ أ ؤ إ ئ ة ى لا", "_ _ _ َ ُ ِ ْ ّ َّ ً ٌ ٍ ٰ"},
	"fa": {"ا ب پ ت ج چ خ د ر ز ژ س ش ک گ ل م ن و ه ی", "_ _ _ \u200c َ ُ ِ"},
	"ur": {"ا ب پ ت ٹ ج چ د ڈ ر ڑ ز ژ س ک گ ل م ن ں و ہ ھ ی ے ئ", "_ _ َ ُ ِ ّ"},
	"hi": {"_ _ क् ख् ग् च् ज् ट् ड् त् द् न् प् ब् म् य् र् ल् व् श् ष् स् ह् र्र् स्त् क्ष्", "क ख ग घ ङ च छ ज झ ञ ट ठ ड ढ ण त थ द ध न प फ ब भ म य र ल व श ष स ह क़ ख़ ग़ ज़ ड़ ढ़ फ़ ळ", "_ ा ि ी ु ू ृ े ै ो ौ ॅ ॉ", "_ _ ं ँ ः"},
	"bn": {"_ _ ক্ খ্ গ্ ঙ্ চ্ জ্ ট্ ণ্ ত্ দ্ ন্ প্ ব্ ম্ র্ ল্ শ্ ষ্ স্ হ্", "ক খ গ ঘ ঙ চ ছ জ ঝ ঞ ট ঠ ড ঢ ণ ত থ দ ধ ন প ফ ব ভ ম য র ল শ ষ স হ ড় ঢ় য়", "_ া ি ী ু ূ ৃ ে ৈ ো ৌ", "_ _ ং ঁ ঃ"},
	"ta": {"க ங ச ஞ ட ண த ந ப ம ய ர ல வ ழ ள ற ன ஜ ஷ ஸ ஹ க்ஷ", "_ ா ி ீ ு ூ ெ ே ை ொ ோ ௌ ்"},
	"th": {"_ _ เ แ โ ใ ไ", "ก ข ค ง จ ฉ ช ซ ฌ ญ ฎ ฏ ฐ ฑ ฒ ณ ด ต ถ ท ธ น บ ป ผ ฝ พ ฟ ภ ม ย ร ล ว ศ ษ ส ห ฬ อ ฮ", "_ ั ิ ี ึ ื ุ ู ำ", "_ ่ ้ ๊ ๋ ์"},
	"ka": {"ა ბ გ დ ე ვ ზ თ ი კ ლ მ ნ ო პ ჟ რ ს ტ უ ფ ქ ღ ყ შ ჩ ც ძ წ ჭ ხ ჯ ჰ"},
	"hy": {"ա բ գ դ ե զ է ը թ ժ ի լ խ ծ կ հ ձ ղ ճ մ յ ն շ ո չ պ ջ ռ ս վ տ ր ց ու փ ք և օ ֆ Ա Բ Գ Մ Ն"},
	"am": {"ሀ ሁ ሂ ለ ሉ ሊ መ ሙ ሚ ሰ ሱ ረ ሩ በ ቡ ተ ቱ ነ ኑ አ ኡ ከ ኩ ወ ዘ የ ደ ገ ጠ ፀ ፈ ፐ ቋ ኳ ጓ"},
	"el": {"α ά β γ δ ε έ ζ η ή θ ι ί ϊ ΐ κ λ μ ν ξ ο ό π ρ σ ς τ υ ύ φ χ ψ ω ώ Α Γ Δ Τ Υ"},
	"uk": {"а б в г ґ д е є ж з и і ї й к л м н о п р с т у ф х ц ч ш щ ь ю я А Г Д Т У Ч"},
	"vi": {"b c d đ g h k l m n ph qu r s t th tr v x", "a à á ả ã ạ ă ằ ắ ẳ ẵ ặ â ầ ấ ẩ ẫ ậ e è é ẻ ẽ ẹ ê ề ế ể ễ ệ i ì í ỉ ĩ ị o ò ó ỏ õ ọ ô ồ ố ổ ỗ ộ ơ ờ ớ ở ỡ ợ u ù ú ủ ũ ụ ư ừ ứ ử ữ ự y ỳ ý ỷ ỹ ỵ", "_ c m n p t ng nh"},
	"en": {"A AV Ay F fi fl ff ffi K L O P Po T Te To Tr V Va W Wa Y Ye b d f fj ft k r s t tt v w y z", "_ a e i o u . ,"},
	"ja": {"あ い う え お か が き ぎ く ぐ け げ こ ご さ ざ し じ す ず せ ぜ そ ぞ た だ ち っ つ づ て で と ど な に ぬ ね の は ば ぱ ひ び ぴ ふ へ ほ ま み む め も や ゃ ゆ ゅ よ ょ ら り る れ ろ わ を ん ア イ ウ エ オ カ ガ キ ギ ク グ ケ コ サ ザ シ ジ ス セ ソ タ ダ チ ッ ツ テ デ ト ド ナ ニ ヌ ネ ノ ハ バ パ ヒ ビ ピ フ ヘ ホ マ ミ ム メ モ ヤ ユ ョ ラ リ ル レ ロ ワ ン ー ヴ"},
}

// A group is what one call of hb-shape shapes.
type group struct {
	font, lang string
	script     language.Script
	rtl        bool
}

// many lists the words of the texts kitpress ships, of sentences about the same
// in other languages, and words put together at random, each once for a font.
func many(t *testing.T) map[group][]string {
	groups := map[group][]string{}
	seen := map[string]bool{}
	add := func(lang, text string) {
		fonts := fontsOf[lang]
		if fonts == nil {
			fonts = []string{"SourceSans3_400Regular.ttf", "SourceSans3_700Bold_Italic.ttf"}
		}
		for _, word := range strings.Fields(text) {
			parts, scripts := units(word)
			for i, part := range parts {
				for _, font := range fonts {
					g := group{font, lang, scripts[i], slices.ContainsFunc([]rune(part), RightToLeft)}
					if key := fmt.Sprint(g, part); !seen[key] {
						seen[key] = true
						groups[g] = append(groups[g], part)
					}
				}
			}
		}
	}
	for _, lang := range []string{"de", "en", "fr", "it", "ja"} {
		var files []string
		for _, pattern := range []string{"games/*/locales/" + lang + ".yaml", "topics/explanations/" + lang + "/*.yaml", "topics/questions/" + lang + "/*.yaml"} {
			found, err := filepath.Glob(filepath.Join("..", "..", "catalog", pattern))
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, found...)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			add(lang, strings.ReplaceAll(string(text), "\u00AD", ""))
		}
	}
	text, err := os.ReadFile("testdata/sentences.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		lang, sentences, _ := strings.Cut(line, "\t")
		add(lang, sentences)
	}
	var hangul []string
	for r := '가'; r <= '힣'; r += 23 {
		hangul = append(hangul, string(r))
	}
	choices := maps.Clone(syllables)
	choices["ko"] = []string{strings.Join(hangul, " ")}
	chance := rand.New(rand.NewPCG(1, 2))
	for _, lang := range slices.Sorted(maps.Keys(choices)) {
		for range 700 {
			var word strings.Builder
			for range 1 + chance.IntN(3) {
				for _, group := range choices[lang] {
					list := strings.Fields(group)
					if s := list[chance.IntN(len(list))]; s != "_" {
						word.WriteString(s)
					}
				}
			}
			add(lang, word.String())
		}
	}
	return groups
}

// Over 20,000 words in 16 scripts are shaped as HarfBuzz does it, glyph by
// glyph, where hb-shape and the fonts for Korean and Chinese are.
func TestManyWordsLikeHarfBuzz(t *testing.T) {
	if os.Getenv("KITPRESS_LONG") == "" {
		t.Skip("takes long: KITPRESS_LONG=1")
	}
	if _, err := exec.LookPath("hb-shape"); err != nil {
		t.Skip("no hb-shape, which is in Debian's libharfbuzz-bin")
	}
	if file, _ := fontFile(cjk + "0"); !exists(file) {
		t.Skip("no Noto Sans CJK, which is in Debian's fonts-noto-cjk")
	}
	opened, wrong := fonts{}, 0
	words, differ := map[string]int{}, map[string]int{}
	groups := many(t)
	for g, list := range groups {
		// twice ourselves: alone, and put together of what pairs were learnt
		for i, want := range theirs(t, g.font, g.lang, g.script.String(), g.rtl, list) {
			f := opened.open(t, g.font)
			for range 2 {
				var got []string
				f.Shape(list[i], Way{Lang: g.lang, RTL: g.rtl}, func(w *Word) { got = append(got, line(w)) })
				s := strings.Join(got, " ")
				if strings.ContainsRune(list[i], 'ำ') { // taken apart, and which part belongs to what is a matter of taste
					s, want = clusters.ReplaceAllString(s, ""), clusters.ReplaceAllString(want, "")
				}
				if s != want {
					differ[g.script.String()]++
					if wrong++; wrong < 20 {
						t.Errorf("%s %s %v %s\ngot  %s\nwant %s", g.font, g.lang, g.script, list[i], s, want)
					}
				}
			}
			words[g.script.String()]++
		}
	}
	all := 0
	for _, script := range slices.Sorted(maps.Keys(words)) {
		t.Logf("%s: %d words, %d differ", script, words[script], differ[script])
		all += words[script]
	}
	t.Logf("%d words, %d shaped otherwise", all, wrong)
	if all < 20000 || len(words) < 16 {
		t.Errorf("only %d words in %d scripts", all, len(words))
	}
}

// clusters finds in a line of hb-shape what each glyph stands for.
var clusters = regexp.MustCompile("=[0-9]+")

func exists(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}
