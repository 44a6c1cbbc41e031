package web

import (
	"context"
	"errors"
	"html/template"
	"net/url"
	"strings"

	"noughts/bot/discordtest"
	"noughts/cmd/playground/emoji"
	"noughts/cmd/playground/markup"
)

// A reactionView is the data of a reaction.
type reactionView struct {
	Emoji template.HTML
	Value string // emoji as a client sends it: the character, or name:id
	Label string // for screen readers
	Count int
	Mine  bool
}

// quickReactions are the reactions offered for every message. Members can type other emoji.
var quickReactions = func() []reactionView {
	var all []reactionView
	for _, name := range []string{"thumbsup", "heart", "joy", "tada", "x", "o"} {
		character, _ := emoji.ByName(name)
		all = append(all, reactionView{Emoji: markup.Emoji(character), Value: character, Label: strings.ReplaceAll(name, "_", " ")})
	}
	return all
}()

func (v *view) reactions(m discordtest.Message, text markup.Context) []reactionView {
	views := make([]reactionView, len(m.Reactions))
	for i, r := range m.Reactions {
		w := reactionView{Emoji: reactionPicture(r.Emoji, text), Value: r.Emoji.Name, Label: r.Emoji.Name, Count: r.Count, Mine: r.Me}
		if r.Emoji.ID != nil {
			w.Value, w.Label = r.Emoji.Name+":"+*r.Emoji.ID, ":"+r.Emoji.Name+":"
		}
		views[i] = w
	}
	return views
}

func reactionPicture(e discordtest.ReactionEmoji, text markup.Context) template.HTML {
	if e.ID != nil {
		return text.CustomEmoji(e.Name, *e.ID)
	}
	return markup.Emoji(e.Name)
}

func react(_ context.Context, v *view, form url.Values) (result, error) {
	typed := strings.TrimSpace(form.Get("emoji"))
	if character, ok := emoji.ByName(strings.Trim(typed, ":")); ok {
		typed = character
	}
	return result{}, reacting(v.client.React(form.Get("target"), typed))
}

func unreact(_ context.Context, v *view, form url.Values) (result, error) {
	return result{}, reacting(v.client.Unreact(form.Get("target"), form.Get("emoji")))
}

// reacting translates an error of a reaction for the member.
func reacting(err error) error {
	switch {
	case errors.Is(err, discordtest.ErrBadValue):
		return Refusal("That isn't an emoji. Type one, or its name, such as :tada:.")
	case errors.Is(err, discordtest.ErrNotThere):
		return Refusal("You can't react to a message that only you can see.")
	case errors.Is(err, discordtest.ErrNotAllowed):
		return Refusal("You can't react to this message.")
	}
	return err
}
