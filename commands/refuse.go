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

// refuseNoVerdict is the refusal of a puzzle's move that the engine had no time to judge.
const refuseNoVerdict texts.Key = "refuse.no_verdict"

// refuseWithheld is the refusal of an evaluation where the user can still gain something.
const refuseWithheld texts.Key = "refuse.withheld"

// Refusals about finished games.
const (
	refuseUnfinished texts.Key = "refuse.unfinished"
	refuseHidden     texts.Key = "refuse.hidden"
	refuseDropped    texts.Key = "refuse.dropped"
)

// sentences maps the errors of other packages to refusals that need no arguments.
var sentences = []struct {
	err error
	key texts.Key
}{
	{plan.ErrNoMatch, texts.RefuseNoMatch},
	{plan.ErrDamaged, texts.RefuseDamaged},
	{plan.ErrUnfinished, refuseUnfinished},
	{plan.ErrHidden, refuseHidden},
	{plan.ErrDropped, refuseDropped},
	{match.ErrSelf, texts.RefuseSelf},
	{match.ErrNotYours, texts.RefuseNotYours},
	{match.ErrNotYourTurn, texts.RefuseThinking},
	{match.ErrYourTurn, refuseYourTurn},
	{match.ErrReply, refuseReply},
	{match.ErrNotForYou, texts.RefuseNotForYou},
	{match.ErrOwnChallenge, texts.RefuseOwnChallenge},
	{match.ErrNotStarted, texts.RefuseNotStarted},
	{match.ErrStarted, texts.RefuseStarted},
	{match.ErrOver, texts.RefuseOver},
	{match.ErrTimeout, texts.RefuseTimeout},
	{match.ErrExpired, texts.RefuseExpired},
	{match.ErrNoChallenge, texts.RefuseNoChallenge},
	{match.ErrNothingAsked, texts.RefuseNothingAsked},
	{match.ErrAsked, texts.RefuseAsked},
	{match.ErrAnswerFirst, texts.RefuseAnswerFirst},
	{match.ErrNoMove, texts.RefuseNoMove},
	{match.ErrNotOver, texts.RefuseNotOver},
	{match.ErrForgotten, texts.RefuseForgotten},
	{match.ErrShared, texts.RefuseShared},
	{match.ErrSettings, texts.RefuseOldButton},
	{match.ErrNoNext, refuseNoNext},
	{match.ErrContinued, refuseContinued},
	{match.ErrNoCoach, refuseNoCoach},
	{match.ErrNoQueue, refuseNoQueue},
	{match.ErrPlays, refusePlays},
	{match.ErrNotQueued, refuseNotQueued},
	{match.ErrQueued, refuseNotQueued},
	{game.ErrGameOver, texts.RefuseOver},
	{plan.ErrNoGame, texts.RefuseOldButton},
	{plan.ErrManyDrawings, texts.RefuseTooFast},
	{plan.ErrManyReviews, refuseManyReviews},
	{plan.ErrOwnReviews, refuseOwnReviews},
	{plan.ErrNoTournament, texts.RefuseOldButton},
	{plan.ErrTournamentOpen, refuseCupHere},
	{plan.ErrNoVerdict, refuseNoVerdict},
	{plan.ErrWithheld, refuseWithheld},
	{tournament.ErrNotOrganiser, refuseOrganiser},
	{tournament.ErrNotPlayer, refuseNotIn},
	{tournament.ErrStarted, refuseBegun},
	{tournament.ErrNotStarted, refuseNotBegun},
	{tournament.ErrOver, refuseCupOver},
	{tournament.ErrFull, refuseCupFull},
	{tournament.ErrTooFew, refuseTooFew},
}

const (
	// refuseInvited is the refusal for a member who has challenged too many others.
	refuseInvited texts.Key = "refuse.invited"
	// refuseWatched is the refusal of a game between computers while as many games of the member as allowed are running.
	refuseWatched texts.Key = "refuse.watched"
	// refuseDeleted is the refusal to delete a member's data again so soon after the last deletion.
	refuseDeleted texts.Key = "refuse.deleted"
)

// refuseManyReviews is the refusal while too many games wait for a review.
const refuseManyReviews texts.Key = "refuse.many_reviews"

// refuseOwnReviews is the refusal for a member with too many waiting reviews.
const refuseOwnReviews texts.Key = "refuse.own_reviews"

// tooMany maps the limits on open matches to refusals.
var tooMany = map[plan.Scope]texts.Key{
	plan.OfMember: texts.RefuseOpenMember, plan.OfChannel: texts.RefuseOpenChannel,
	plan.OfServer: texts.RefuseOpenServer, plan.OfMemberInChannel: texts.RefuseTooMany,
	plan.OfChallenge: texts.RefuseChallenge, plan.OfDeclined: texts.RefuseDeclined,
	plan.OfInvited: refuseInvited, plan.OfOther: refuseOpenOther, plan.OfWatched: refuseWatched,
}

// stale are the refusals of presses on an outdated board.
var stale = []texts.Key{
	texts.RefuseMovedOn, texts.RefuseOver, texts.RefuseTimeout, texts.RefuseExpired, texts.RefuseNoChallenge, texts.RefuseStarted,
	texts.RefuseNothingAsked, texts.RefuseShared, refuseNoNext, refuseContinued, refuseNotNext,
}

// refusalOf returns the refusal that `err` is or wraps, or that `sentences` or `tooMany` has for it. For an error that
// the member did not cause it returns a general apology.
func refusalOf(err error) *plan.Refusal {
	var refusal *plan.Refusal
	if errors.As(err, &refusal) {
		return refusal
	}
	var full *plan.Full
	if errors.As(err, &full) {
		return plan.RefuseCount(tooMany[full.Of], full.Most, "ID", full.Challenged).Because(err)
	}
	var soon *plan.TooSoon
	if errors.As(err, &soon) {
		return plan.Refuse(refuseDeleted, "When", card.Moment(soon.Again)).Because(err)
	}
	for _, s := range sentences {
		if errors.Is(err, s.err) {
			return plan.Refuse(s.key).Because(err)
		}
	}
	return plan.Refuse(texts.RefuseUnknown).Because(err)
}

// Refuse returns the private answer to a request that was refused or failed. For an error that the
// member did not cause the sentence is a general apology.
func (c *Commands) Refuse(r *plan.Request, err error) plan.Answer {
	refusal := refusalOf(err)
	reader := cmp.Or(r.Reader, c.speech().ForLocale(r.ClientLocale)) // r.Reader is not set yet if the request failed before it reached a handler
	answer := c.say(r, reader, refusal.Sentence(reader))
	var full *plan.Full
	if errors.As(err, &full) && full.Of == plan.OfChallenge {
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
	return key != texts.RefuseUnknown && key != texts.RefuseDamaged
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
	label := texts.ButtonPlayOwn
	if m.Watched() {
		label = texts.ButtonWatchOwn
	}
	refusal := plan.Refuse(texts.RefuseNotYours).Because(err)
	refusal.Button = card.Button(r.Reader, m, "own", label, discordgo.PrimaryButton)
	if queue, can := queueButton(r.Reader, r.User, rec); can {
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
