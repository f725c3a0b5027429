package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// typed holds a card for each script, the title before the bar.
var typed = map[string]string{
	"en":      "Read it twice|The office staff fills difficult files. A flag waves; look at the “first” offer of 12 km/h.",
	"de":      "Größe|Die Schifffahrt prüft Übergrößen, „Waffen“ und Auflagen im fünften Büro.",
	"vi":      "Tiếng Việt|Tiếng Việt đẹp lắm, nghĩa vụ của mỗi người dùng là bảo mật.",
	"el":      "Ελληνικά|Ελληνικά γράμματα σε κάρτες, δεν ανοίγω συνημμένα.",
	"uk":      "Українська|Українська їжа, щоденник і ґанок під’їзду.",
	"he":      "שלום עולם|הגיע דואר מהבנק עם 25 קבצים, אל תפתח (phishing) אותם! שָׁלוֹם בְּרֵאשִׁית",
	"ar":      "مرحبا بالعالم|لا تفتح الملف المرفق، محمد مُحَمَّد قال ذلك في 2026 إلى phishing كتاب الله.",
	"fa":      "سلام دنیا|می\u200cخواهم کتاب\u200cها را ببینم، گربه و ۱۲ فایل پیوست.",
	"ur":      "خوش آمدید|خوش آمدید دنیا، ٹھیک ہے، فائل مت کھولیں۔",
	"hi":      "हिन्दी कार्ड|क्षमा श्री जानकारी। कृत्रिम स्त्री द्ध कार्ड और किताब निश्चित रूप से।",
	"bn":      "বাংলা ভাষা|বাংলা ভাষায় কার্ড খেলা ক্ষমতা স্ত্রী কোনো বৈদ্যুতিক।",
	"ta":      "தமிழ் மொழி|தமிழ் மொழி கொண்டு ஸ்ரீ விளையாட்டு கோப்பு திறக்க வேண்டாம்.",
	"th":      "ภาษาไทย|อย่าเปิดไฟล์แนบที่ไม่รู้จัก น้ำ ที่ ปู่ สวยงาม",
	"ka":      "ქართული|ქართული ენა და უცნობი ფაილი არ გახსნა.",
	"hy":      "Հայերեն|Հայոց լեզուն և անծանոթ ֆայլը մի բացիր։",
	"am":      "አማርኛ|አማርኛ ቋንቋ የማይታወቅ ፋይል አትክፈት።",
	"ko":      "수상한 메일|첨부 파일을 열지 마세요. Wi-Fi 비밀번호를 바꾸고 바로 보고하세요.",
	"zh-Hans": "可疑邮件|不要打开附件。一定要更改Wi-Fi密码，并立即报告。",
	"zh-Hant": "可疑郵件|不要打開附件。一定要更改Wi-Fi密碼，並立即報告。",
	"ja":      "怪しいメール|添付ファイルを開かない。Wi-Fiのパスワードを変える、すぐ報告する。",
}

// cjk is where Debian's fonts-noto-cjk puts collections of fonts, for what
// kitpress has none for.
const cjk = "/usr/share/fonts/opentype/noto"

// lookAtCopies prints a page of cards in each script and compares what two
// programs read from it with what was typed.
func lookAtCopies(kitpress string) (failures int) {
	tmp, err := os.MkdirTemp("", "copies")
	check(err)
	defer os.RemoveAll(tmp)
	for lang, text := range typed {
		title, text, _ := strings.Cut(text, "|")
		table, deck, out := filepath.Join(tmp, lang+".csv"), filepath.Join(tmp, strings.ToLower(lang)), filepath.Join(tmp, lang+"-out")
		check(os.WriteFile(table, []byte("title,text,count\n\""+title+"\",\""+text+"\",6\n"), 0o666))
		for _, args := range [][]string{{"import", table, "-o", deck, "--lang", lang}, {"build", "--catalog", deck, "-o", out, "--quiet", "--fonts", cjk}} {
			if said, err := exec.Command(kitpress, args...).CombinedOutput(); err != nil {
				check(fmt.Errorf("%s: %w\n%s", lang, err, said))
			}
		}
		sheets, _ := filepath.Glob(filepath.Join(out, "*sheets*.pdf"))
		for _, program := range [][]string{{"pdftotext", "-l", "1", sheets[0], "-"}, {"mutool", "draw", "-q", "-F", "txt", sheets[0], "1"}} {
			read, err := exec.Command(program[0], program[1:]...).Output()
			check(err)
			for _, want := range []string{title, text} {
				if !strings.Contains(asTyped(lang, string(read)), asTyped(lang, want)) {
					failures++
					fmt.Printf("%s does not read %q in %s:\n%s\n", program[0], want, lang, read)
				}
			}
		}
	}
	fmt.Printf("%d languages, each by pdftotext and mutool: %d texts are not as they were typed\n", len(typed), failures)
	return min(failures, 1)
}

// asTyped returns a text without what nobody types: line ends, signs that only
// steer, and in scripts without spaces those.
func asTyped(lang, text string) string {
	text = strings.Map(func(r rune) rune {
		if r == 0xAD || r == 0x200B || r == 0x200E || r == 0x200F || r == 0x2060 || r == 0xFEFF || 0x202A <= r && r <= 0x202E || 0x2066 <= r && r <= 0x2069 {
			return -1
		}
		return r
	}, norm.NFC.String(text))
	if lang == "ja" || lang == "th" || strings.HasPrefix(lang, "zh") {
		return strings.Join(strings.Fields(text), "")
	}
	return strings.Join(strings.Fields(text), " ")
}
