// Package paper prints what belongs to tables: result sheets, certificates, cards.
//
// In goes what is to be printed, in the look and the language of a game; out come
// the bytes of one PDF. Nothing is written to a disk. The package must not know
// what it prints.
package paper

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"kitpress/catalog/source"
	"kitpress/cmd/internal/press"
	"kitpress/output"
)

// PDF returns one of the handouts of a game as a PDF. The request says of which
// game, in which language, and for whom. The line of a sponsor that fits the tables
// of its event may have no room in another game or language: those go without.
func PDF(ctx context.Context, req press.Request, part string, handouts func(*press.Localization) []press.Handout) ([]byte, error) {
	data, err := pdf(ctx, req, part, handouts)
	if problems := new(source.DataError); req.Sponsor != nil && errors.As(err, &problems) {
		req.Sponsor = nil
		return pdf(ctx, req, part, handouts)
	}
	return data, err
}

func pdf(ctx context.Context, req press.Request, part string, handouts func(*press.Localization) []press.Handout) ([]byte, error) {
	req.Only, req.Format = []string{part}, press.FormatPDF
	locals, _, err := press.Localise(ctx, req)
	if err != nil {
		return nil, err
	}
	jobs, err := press.PlanHandouts(locals[0], handouts(locals[0]))
	if err != nil {
		return nil, err
	}
	var data bytes.Buffer
	_, _, err = press.Run(ctx, jobs, func(s *press.Sheets) (press.File, error) {
		return s.Write(locals[0].Request.Output(), func(f output.File) (int64, string, error) {
			err := f.Write(&data)
			return int64(data.Len()), "", err
		})
	}, nil)
	if err == nil && data.Len() == 0 {
		err = fmt.Errorf("there is no %s", part)
	}
	return data.Bytes(), err
}
