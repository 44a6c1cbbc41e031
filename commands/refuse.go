package commands

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/card"
	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
	"noughts/game/tournament"
)

// sentences maps the errors of other packages to refusals that need no arguments.
var sentences = []struct {
	err error
	key texts.Key
}{
	{plan.ErrNoMatch, "refuse.no_match"},
	{plan.ErrDamaged, "refuse.damaged"},
	{plan.ErrUnfinished, "refuse.unfinished"},
	{plan.ErrHidden, "refuse.hidden"},
	{plan.ErrDropped, "refuse.dropped"},
	{match.ErrSelf, "refuse.self"},
	{match.ErrNotYours, "refuse.not_yours"},
	{match.ErrNotYourTurn, "refuse.thinking"},
	{match.ErrYourTurn, "refuse.your_turn"},
	{match.ErrReply, "refuse.reply"},
	{match.ErrNotForYou, "refuse.not_for_you"},
	{match.ErrOwnChallenge, "refuse.own_challenge"},
	{match.ErrNotStarted, "refuse.not_started"},
	{match.ErrStarted, "refuse.started"},
	{match.ErrOver, texts.RefuseOver},
	{match.ErrTimeout, "refuse.timeout"},
	{match.ErrExpired, "refuse.expired"},
	{match.ErrNoChallenge, "refuse.no_challenge"},
	{match.ErrNothingAsked, "refuse.nothing_asked"},
	{match.ErrAsked, "refuse.asked"},
	{match.ErrAnswerFirst, "refuse.answer_first"},
	{match.ErrNoMove, "refuse.no_move"},
	{match.ErrNotOver, "refuse.not_over"},
	{match.ErrForgotten, "refuse.forgotten"},
	{match.ErrShared, "refuse.shared"},
	{match.ErrSettings, texts.RefuseOldButton},
	{match.ErrNoNext, "refuse.no_next"},
	{match.ErrContinued, "refuse.continued"},
	{match.ErrNoCoach, "refuse.no_coach"},
	{match.ErrNoQueue, "refuse.no_queue"},
	{match.ErrPlays, "refuse.plays"},
	{match.ErrNotQueued, "refuse.not_queued"},
	{match.ErrQueued, "refuse.not_queued"},
	{game.ErrGameOver, texts.RefuseOver},
	{plan.ErrNoGame, texts.RefuseOldButton},
	{plan.ErrManyDrawings, texts.RefuseTooFast},
	{plan.ErrManyReviews, "refuse.many_reviews"},
	{plan.ErrOwnReviews, "refuse.own_reviews"},
	{plan.ErrNoTournament, texts.RefuseOldButton},
	{plan.ErrTournamentOpen, "refuse.tournament_here"},
	{plan.ErrNoVerdict, "refuse.no_verdict"},
	{plan.ErrWithheld, "refuse.withheld"},
	{tournament.ErrNotOrganiser, "refuse.organiser"},
	{tournament.ErrNotPlayer, "refuse.tournament_not_in"},
	{tournament.ErrStarted, "refuse.tournament_started"},
	{tournament.ErrNotStarted, "refuse.tournament_not_started"},
	{tournament.ErrOver, "refuse.tournament_over"},
	{tournament.ErrFull, "refuse.tournament_full"},
	{tournament.ErrTooFew, "refuse.tournament_few"},
}

var tooMany = [...]texts.Key{
	match.OfMember: "refuse.open_member", match.OfMemberInChannel: "refuse.too_many",
	match.OfChannel: "refuse.open_channel", match.OfServer: "refuse.open_server",
	match.OfChallenge: "refuse.challenge", match.OfDeclined: "refuse.declined",
	match.OfInvited: "refuse.invited", match.OfWatched: "refuse.watched",
}

var stale = []texts.Key{
	texts.RefuseMovedOn, texts.RefuseOver, "refuse.timeout", "refuse.expired", "refuse.no_challenge", "refuse.started",
	"refuse.nothing_asked", "refuse.shared", "refuse.no_next", "refuse.continued", "refuse.not_next",
}

// refusalOf returns the refusal that `err` is or wraps, or that `sentences` or `tooMany` has for it. For an error that
// the member did not cause it returns a general apology.
func refusalOf(err error) *plan.Refusal {
	var refusal *plan.Refusal
	if errors.As(err, &refusal) {
		return refusal
	}
	var full *match.Full
	if errors.As(err, &full) {
		return plan.RefuseCount(tooMany[full.Of], full.Most, "ID", full.Challenged).Because(err)
	}
	var soon *plan.TooSoon
	if errors.As(err, &soon) {
		return plan.Refuse("refuse.deleted", "When", card.Moment(soon.Again)).Because(err)
	}
	for _, s := range sentences {
		if errors.Is(err, s.err) {
			return plan.Refuse(s.key).Because(err)
		}
	}
	return plan.Refuse("refuse.unknown").Because(err)
}

// Refuse returns the private answer to a request that was refused or failed. For an error that the
// member did not cause the sentence is a general apology.
func (c *Commands) Refuse(r *plan.Request, err error) plan.Answer {
	refusal, full := refusalOf(err), &match.Full{}
	if errors.As(err, &full) && full.Member != r.User && (full.Of == match.OfMember || full.Of == match.OfMemberInChannel) {
		refusal = plan.RefuseCount("refuse.open_other", full.Most, "ID", full.Member).Because(err)
	}
	reader := cmp.Or(r.Language, c.speech().ForLocale(r.ClientLocale)) // r.Language is not set yet if the request failed before it reached a handler
	answer := c.say(r, reader, refusal.Sentence(reader))
	if full.Of == match.OfChallenge {
		refusal.Button = bringButton(reader) // the challenge may be where nobody sees it
	}
	if refusal.Button != nil {
		buttons := []discordgo.MessageComponent{refusal.Button}
		if refusal.Also != nil {
			buttons = append(buttons, refusal.Also)
		}
		answer.Content = plan.Components(card.Text(answer.Content.Text), card.Row(buttons...))
	}
	return answer
}

// IsRefusal reports whether the member caused an error and gets a sentence about it. Any other
// error is the bot's fault.
func (c *Commands) IsRefusal(err error) bool {
	key := refusalOf(err).Key
	return key != "refuse.unknown" && key != "refuse.damaged"
}

// Stale reports whether an error means that the member saw an outdated board, which must be redrawn.
func (c *Commands) Stale(err error) bool { return slices.Contains(stale, refusalOf(err).Key) }

// refuseStranger converts the error for a member who does not play in the match to a refusal. The refusal has a button
// that starts such a game for the member. If possible, it also has a button to join the queue. refuseStranger returns
// any other error unchanged.
func refuseStranger(r *plan.Request, rec match.Record, err error) error {
	m := rec.Match
	if !errors.Is(err, match.ErrNotYours) || m.Status == match.Challenge {
		return err
	}
	label := texts.Key("button.play_own")
	if m.Watched() {
		label = "button.watch_own"
	}
	refusal := plan.Refuse("refuse.not_yours").Because(err)
	refusal.Button = card.Button(r.Language, m, "own", label, discordgo.PrimaryButton)
	if queue, can := queueButton(r.Language, r.User, rec); can {
		refusal.Also = queue
	}
	return refusal
}

// Say returns a private sentence as the answer to a request. `locale` is Discord's code of the language, "" for the
// language of the user's Discord client. For autocomplete, which cannot show sentences, the answer has no choices.
func (c *Commands) Say(r *plan.Request, locale string, key texts.Key, args ...string) plan.Answer {
	l := c.speech().ForLocale(cmp.Or(locale, r.ClientLocale))
	return c.say(r, l, l.Say(key, args...))
}

// say returns a private answer with a finished sentence in the language l, in the same form as Say.
func (c *Commands) say(r *plan.Request, l *texts.Language, sentence string) plan.Answer {
	if r.Kind == plan.Completion {
		return plan.Answer{As: plan.Choices}
	}
	return plan.Answer{As: plan.Private, Content: plan.Content{Text: c.clickable(l, sentence)}}
}

// clickable turns the slash commands in a text, such as `/classic`, into links, if the ids of the commands are known.
// The text has the commands' names in the language l. Discord requires the names in the default language in links, and
// also shows those: github.com/discord/discord-api-docs/issues/5462.
func (c *Commands) clickable(l *texts.Language, text string) string {
	for name, id := range c.has.CommandIDs() {
		said := name
		if key := texts.Key("command." + name); l.Has(key) {
			said = l.Say(key)
		}
		text = strings.ReplaceAll(text, "`/"+said+"`", "</"+name+":"+id+">")
	}
	return text
}
