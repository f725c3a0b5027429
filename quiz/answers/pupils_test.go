package answers

import (
	"reflect"
	"testing"
)

func TestReadPupils(t *testing.T) {
	for _, c := range []struct {
		name, file, data string
		want             []Pupil
		errors           int
	}{
		{"one column", "a.csv", "Mia\nJonas\n", []Pupil{{Name: "Mia"}, {Name: "Jonas"}}, 0},
		{"pasted with points", "pasted.tsv", "さくら\t9\nはると\t11\n", []Pupil{{Name: "さくら", Reached: "9"}, {Name: "はると", Reached: "11"}}, 0},
		{"headings", "a.csv", "Nr;Name;Punkte;von\n1;Mia Graf;9;12\n2;;3;12\n", []Pupil{{Name: "Mia Graf", Reached: "9", Of: 12}}, 0},
		{"two names", "a.csv", "Vorname,Nachname,Ergebnis\nMia,Graf,mit Auszeichnung\n", []Pupil{{Name: "Mia Graf", Reached: "mit Auszeichnung"}}, 0},
		{"a report of quiz check", "a.csv", "Élève,Points,Réponses,À voir\nNoé,7,8,1\n", []Pupil{{Name: "Noé", Reached: "7", Of: 8}}, 0},
		{"too many points", "a.csv", "name,points,of\nMia,13,12\n", []Pupil{{Name: "Mia", Reached: "13", Of: 12}}, 1},
		{"more than were asked", "a.csv", "name,points\nMia,13\n", []Pupil{{Name: "Mia", Reached: "13"}}, 1},
		{"no number", "a.csv", "name,of\nMia,many\n", []Pupil{{Name: "Mia"}}, 1},
		{"nobody", "a.csv", "name,points\n", nil, 1},
	} {
		got, ps := ReadPupils(c.file, []byte(c.data), 12)
		if !reflect.DeepEqual(got, c.want) || len(ps) != c.errors {
			t.Errorf("%s: got %+v, %v", c.name, got, ps)
		}
	}
	if _, ps := readHeadings("scores"); len(ps) > 0 {
		t.Error(ps)
	}
}
