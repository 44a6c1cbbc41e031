package settings

import (
	"compress/gzip"
	"errors"
	"io"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/card"
	"noughts/commands/plan"
	"noughts/game"
	"noughts/render"
)

const (
	dataName = "noughts-data.json"
	// plainData is the size in bytes up to which the file is sent uncompressed. maxData is the
	// limit for the compressed file; Discord accepts 10 MiB.
	plainData = 1 << 20
	maxData   = 9 << 20
)

// pressDownload sends the user a file with all data about them. A large file is compressed.
func pressDownload(r *plan.Request) (plan.Plan, error) {
	data, err := r.Read.Export()
	if err != nil {
		return nil, err
	}
	file := plan.File{Name: dataName, Type: "application/json", Content: data}
	if len(data) > plainData {
		file = plan.File{Name: dataName + ".gz", Type: "application/gzip", Draw: func() ([]byte, error) { return pack(data) }}
	}
	content := plan.Components(
		card.Text(r.Language.Say("data.file")),
		discordgo.FileComponent{File: discordgo.UnfurledMediaItem{URL: "attachment://" + file.Name}})
	content.Files = []plan.File{file}
	return r.Private(content), nil
}

func pack(data []byte) ([]byte, error) {
	packed, err := plan.Drawn(func(w io.Writer) error {
		z := gzip.NewWriter(w)
		_, err := z.Write(data)
		return errors.Join(err, z.Close())
	})()
	if len(packed) > maxData {
		return nil, plan.Refuse("refuse.too_large")
	}
	return packed, err
}

func pressDelete(r *plan.Request) (plan.Plan, error) {
	l := r.Language
	return r.Page(plan.Components(card.Container(render.Accent(game.X),
		card.Text(l.Say("data.delete_sure")),
		card.Row(
			discordgo.Button{CustomID: "/settings/delete/everything", Label: l.Say("data.yes"), Style: discordgo.DangerButton},
			discordgo.Button{CustomID: "/settings", Label: l.Say("data.back"), Style: discordgo.SecondaryButton},
		)))), nil
}

func pressDeleteEverything(r *plan.Request) (plan.Plan, error) {
	return plan.Forget{Show: func() plan.Answer { return r.Page(plan.Components(card.Text(r.Language.Say("data.deleted")))) }}, nil
}
