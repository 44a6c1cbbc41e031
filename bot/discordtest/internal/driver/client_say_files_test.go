package driver_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"noughts/bot/discordtest"
)

// attachedFile has the fields of an attachment that these tests check.
type attachedFile struct {
	ID, Filename, URL string
	Size              int
	ContentType       string `json:"content_type"`
	Ephemeral         bool
}

func filesOf(t *testing.T, m discordtest.Message) []attachedFile {
	t.Helper()
	files := make([]attachedFile, len(m.Attachments))
	for i, raw := range m.Attachments {
		if err := json.Unmarshal(raw, &files[i]); err != nil {
			t.Fatal(err)
		}
	}
	return files
}

func TestPeopleSendFiles(t *testing.T) {
	t.Parallel()
	s := discordtest.NewServer(discordtest.WithDiscordCDN())
	ann, guild := s.NewUser("Ann"), s.NewGuild("Place")
	guild.Add(ann)
	channel := guild.NewChannel("general")
	text := []byte("a board of text")
	said, err := ann.In(channel).SayWith("", discordtest.File{Name: "board.txt", Content: text}, discordtest.File{Name: "big.bin", Size: 10 << 20})
	if err != nil {
		t.Fatal(err)
	}
	files := filesOf(t, said)
	if len(files) != 2 || files[0].Filename != "board.txt" || files[0].Size != len(text) || files[0].Ephemeral || files[1].Size != 10<<20 {
		t.Fatalf("attachments %+v", files)
	}
	if want := "https://cdn.discordapp.com/attachments/" + channel.ID + "/" + files[0].ID + "/board.txt?ex="; !strings.HasPrefix(files[0].URL, want) {
		t.Errorf("address %s, want %s", files[0].URL, want)
	}
	kind, data, ok := s.Attachment(files[0].ID)
	if !ok || string(data) != string(text) || kind != files[0].ContentType || !strings.HasPrefix(kind, "text/plain") {
		t.Errorf("content %q of type %q, %v; the message says %q", data, kind, ok, files[0].ContentType)
	}
	if _, _, ok := s.Attachment(files[1].ID); ok {
		t.Error("a file without content has one")
	}
}

func TestFilesThatPeopleCannotSend(t *testing.T) {
	t.Parallel()
	s := discordtest.NewServer()
	ann, guild := s.NewUser("Ann"), s.NewGuild("Place")
	guild.Add(ann)
	channel, mute := guild.NewChannel("general"), guild.NewChannel("no-files")
	mute.Overwrite(guild.Everyone(), 0, discordtest.PermissionAttachFiles)
	one := discordtest.File{Name: "a.txt", Content: []byte("a")}
	eleven := make([]discordtest.File, 11)
	for i := range eleven {
		eleven[i] = one
	}
	tests := map[string]struct {
		where *discordtest.Channel
		files []discordtest.File
		want  error
	}{
		"ten":          {channel, eleven[:10], nil},
		"eleven":       {channel, eleven, discordtest.ErrBadValue},
		"too large":    {channel, []discordtest.File{{Name: "a", Size: 10<<20 + 1}}, discordtest.ErrBadValue},
		"no name":      {channel, []discordtest.File{{Content: []byte("a")}}, discordtest.ErrBadValue},
		"nothing":      {channel, nil, discordtest.ErrBadValue},
		"not there":    {mute, []discordtest.File{one}, discordtest.ErrNotAllowed},
		"text is fine": {mute, nil, nil},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			content := ""
			if name == "text is fine" {
				content = "hello"
			}
			if _, err := ann.In(tt.where).SayWith(content, tt.files...); !errors.Is(err, tt.want) {
				t.Errorf("error %v, want %v", err, tt.want)
			}
		})
	}
}
