package match

import (
	"strings"
	"testing"

	"kitpress/quiz"
)

// Words that mean the opposite are never even nearly right, listed as wrong
// or not.
func TestOppositesNeverCount(t *testing.T) {
	for lang, pairs := range map[string]string{
		"en": "encrypt/decrypt encryption/decryption encrypted/unencrypted http/https allowed/disallowed allowed/not_allowed " +
			"enabled/disabled inbound/outbound import/export internal/external symmetric/asymmetric synchronous/asynchronous " +
			"online/offline on/off upload/download possible/impossible legal/illegal visible/invisible authorised/unauthorised " +
			"authorized/unauthorized trusted/untrusted known/unknown include/exclude lock/unlock valid/invalid login/logout " +
			"secure/insecure with_a_password/without_a_password always/never connected/disconnected infected/uninfected " +
			"turn_on_the_firewall/turn_off_the_firewall is_encrypted/is_not_encrypted can_be_read/cannot_be_read " +
			"two-factor/three-factor port_443/port_434 IPv4/IPv6 TLS_1.2/TLS_1.3",
		"de": "verschlüsseln/entschlüsseln Verschlüsselung/Entschlüsselung verschlüsselt/unverschlüsselt erlaubt/nicht_erlaubt " +
			"erlaubt/unerlaubt anmelden/abmelden angemeldet/abgemeldet einloggen/ausloggen einschalten/ausschalten sicher/unsicher " +
			"symmetrisch/asymmetrisch intern/extern importieren/exportieren sichtbar/unsichtbar aktiviert/deaktiviert " +
			"aufladen/abladen Eingang/Ausgang mit_Passwort/ohne_Passwort ein_Passwort/kein_Passwort legal/illegal " +
			"bekannt/unbekannt autorisiert/unautorisiert immer/nie vertraulich/unvertraulich Überlastung/Unterlastung",
		"it": "cifrare/decifrare cifrato/decifrato sicuro/insicuro bloccare/sbloccare caricare/scaricare connesso/disconnesso " +
			"connesso/sconnesso legale/illegale autorizzato/non_autorizzato visibile/invisibile attivo/inattivo conosciuto/sconosciuto " +
			"simmetrica/asimmetrica interno/esterno importare/esportare valido/invalido criptare/decriptare normale/anormale " +
			"con_password/senza_password possibile/impossibile",
		"fr": "chiffrer/déchiffrer chiffrement/déchiffrement crypté/décrypté connecté/déconnecté autorisé/non_autorisé légal/illégal " +
			"visible/invisible activé/désactivé verrouiller/déverrouiller symétrique/asymétrique interne/externe importer/exporter " +
			"connu/inconnu actif/inactif installer/désinstaller valide/invalide possible/impossible avec_mot_de_passe/sans_mot_de_passe " +
			"est_permis/n'est_pas_permis normal/anormal",
		"ja": "暗号化/復号 許可/不許可 許可する/許可しない 安全/不安全 許可されている/許可されていない 可能/不可能 公開/非公開 " +
			"読める/読めない 正しい/正しくない 有効/無効 あんぜん/ふあんぜん オンライン/オフライン アップロード/ダウンロード " +
			"使ってよい/使ってはいけない 二要素認証/三要素認証",
	} {
		for _, pair := range strings.Fields(pairs) {
			a, b, _ := strings.Cut(strings.ReplaceAll(pair, "_", " "), "/")
			for range 2 {
				if v := Check(quiz.Question{Kind: quiz.Short, Accept: []string{a}}, lang, b); v.Result != quiz.Wrong {
					t.Errorf("%s: %q for %q: %s", lang, b, a, describe(v))
				}
				listed := quiz.Question{Kind: quiz.Short, Accept: []string{a}, Wrong: []string{b}}
				for _, given := range []string{b, strings.ToUpper(b), b + "."} {
					if v := Check(listed, lang, given); v.Result != quiz.Wrong {
						t.Errorf("%s: %q for %q, listed as wrong: %s", lang, given, a, describe(v))
					}
				}
				if v := Check(listed, lang, a); v.Result != quiz.Right {
					t.Errorf("%s: %q for itself, %q listed as wrong: %s", lang, a, b, describe(v))
				}
				a, b = b, a
			}
		}
	}
}

// Pairs that look alike to a fold and are different answers.
func TestFoldingKeepsMeaning(t *testing.T) {
	for _, x := range []struct{ lang, accept, given string }{
		{"en", "-5", "5"}, {"en", "1.5", "15"}, {"en", "TLS 1.2", "TLS 12"}, {"en", "12:30", "1230"}, {"en", "10²", "102"},
		{"en", "1½", "11/2"}, {"en", "1 2", "12"}, {"en", "45 67", "4567"}, {"en", "13,5", "13 5"}, {"en", "24/7", "24 7"}, {"en", "1.2", "1 . 2"}, {"en", "!=", "="}, {"en", "x != y", "x = y"}, {"en", ":=", "="},
		{"en", "C++", "C"}, {"en", "C#", "C"}, {"en", "50%", "50"}, {"en", "notable", "not able"}, {"en", "answer key", "key"},
		{"en", "example.com", "examplecom"}, {"en", "example.com", "exam-ple.com"}, {"en", "invoice.pdf.exe", "invoice.pdf"},
		{"en", "user@example.org", "user.example.org"}, {"en", "synchronous", "a-synchronous"}, {"en", "H2O", "H3O"}, {"en", "Việt йод", "Viet иод"},
		{"de", "kein Passwort", "ein Passwort"}, {"de", "Maße", "Mase"}, {"de", "Bären", "Baren"}, {"de", "1.500", "1500"},
		{"it", "anno", "ano"}, {"it", "la mela", "le mele"}, {"fr", "sur", "sous"}, {"fr", "poisson", "poison"},
		{"ja", "ビル", "ビール"}, {"ja", "カレー", "彼"}, {"ja", "からだ", "から"}, {"ja", "アンデス", "アン"}, {"ja", "びょういん", "びよういん"},
		{"ja", "おばさん", "おばあさん"}, {"ja", "きて", "きって"}, {"ja", "はな", "ばな"}, {"ja", "第一", "第二"}, {"ja", "コピー", "コピ"},
	} {
		for range 2 {
			if v := Check(quiz.Question{Kind: quiz.Short, Accept: []string{x.accept}}, x.lang, x.given); v.Point() {
				t.Errorf("%s: %q for %q: %s", x.lang, x.given, x.accept, describe(v))
			}
			x.accept, x.given = x.given, x.accept
		}
	}
}
