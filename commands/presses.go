package commands

import (
	"slices"
	"strconv"

	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game/match"
	"noughts/game/tournament"
)

// presses are the routes of buttons and menus. The pattern /m/{match}/{version}/{square} matches every custom id of a
// board that no other pattern matches.
var presses = []plan.Route{
	{Pattern: boardPath + "accept", Handle: onMatch(pressAccept), Access: plan.Plays},
	{Pattern: boardPath + "decline", Handle: onMatch(pressDecline)},
	{Pattern: boardPath + "withdraw", Handle: pressWithdraw},
	{Pattern: boardPath + "boards", Handle: onMatch(pressBoard)},
	{Pattern: boardPath + "board-{board}", Handle: onMatch(pressBoard)},
	{Pattern: boardPath + "from-{first}", Handle: onMatch(pressSquare)},
	{Pattern: boardPath + "more", Handle: byAnyone(pressMore)},
	{Pattern: boardPath + "describe", Handle: onMatch(pressDescribe)},
	{Pattern: boardPath + "resign", Handle: onBoard(pressResign)},
	{Pattern: boardPath + "resign-yes", Handle: pressResignYes},
	{Pattern: boardPath + "stop", Handle: byAnyone(stop(false))},
	{Pattern: boardPath + "stop-yes", Handle: byAnyone(stop(true))},
	{Pattern: boardPath + "claim", Handle: onMatch(pressClaim)},
	{Pattern: boardPath + "end-left", Handle: onBoard(pressEndLeft)},
	{Pattern: boardPath + "moderate", Handle: byAnyone(moderate(false))},
	{Pattern: boardPath + "moderate-yes", Handle: byAnyone(moderate(true))},
	{Pattern: boardPath + "draw", Handle: pressDraw},
	{Pattern: boardPath + "draw-yes", Handle: onBoard(pressDrawYes)},
	{Pattern: boardPath + "draw-sure", Handle: onBoard(pressDrawSure)},
	{Pattern: boardPath + "draw-no", Handle: pressDrawNo},
	{Pattern: boardPath + "takeback", Handle: pressTakeback(false)},
	{Pattern: boardPath + "takeback-sure", Handle: pressTakeback(true)},
	{Pattern: boardPath + "takeback-yes", Handle: answerTakeback(true)},
	{Pattern: boardPath + "takeback-no", Handle: answerTakeback(false)},
	{Pattern: boardPath + "reply", Handle: byPlayer(pressConditional)},
	{Pattern: boardPath + "reply-drop", Handle: byPlayer(pressDropConditional)},
	{Pattern: boardPath + "hint", Handle: pressHint},
	{Pattern: boardPath + "hint-{step}", Handle: pressHint},
	{Pattern: boardPath + "why-yes-{ply}", Handle: byAnyone(why(true))},
	{Pattern: boardPath + "why-{ply}", Handle: byAnyone(why(false))},
	{Pattern: boardPath + "coach-on", Handle: byPlayer(switchCoach(true, false))},
	{Pattern: boardPath + "coach-yes", Handle: byPlayer(switchCoach(true, true))},
	{Pattern: boardPath + "coach-off", Handle: byPlayer(switchCoach(false, true))},
	{Pattern: boardPath + "coached-{square}", Handle: onBoard(pressCoached)},
	{Pattern: boardPath + "rules", Handle: onMatch(pressRules)},
	{Pattern: boardPath + "play-voted", Handle: onMatch(pressPlayVoted)},
	{Pattern: boardPath + "guess-{guess}", Handle: onMatch(pressGuess)},
	{Pattern: boardPath + "rematch", Handle: onMatch(again(match.Match.Rematch)), Access: plan.Plays, Anew: true},
	{Pattern: boardPath + "level-{level}", Handle: onMatch(pressLevel), Access: plan.Plays, Anew: true},
	{Pattern: boardPath + "own", Handle: onMatch(pressOwn), Access: plan.Plays, Anew: true},
	{Pattern: boardPath + "taken-{square}", Handle: onMatch(pressTaken)},
	{Pattern: boardPath + "{square}", Handle: onMatch(pressSquare)}, // such as a press on b2
	{Pattern: boardPath + "again", Handle: onMatch(again(match.Match.Again)), Access: plan.Plays, Anew: true},
	{Pattern: boardPath + "share", Handle: onMatch(pressShare), Access: plan.Writes, Anew: true},
	{Pattern: boardPath + "next-game", Handle: onMatch(pressNextGame), Access: plan.Plays, Anew: true},
	{Pattern: boardPath + "next-play", Handle: onMatch(pressNextGame), Access: plan.Plays, Anew: true},
	{Pattern: boardPath + "next-pass", Handle: onMatch(pressPass)},
	{Pattern: plan.BesideBoard + "{match}/{version}/play", Handle: onMatch(pressNextGame), Access: plan.Plays, Anew: true},
	{Pattern: plan.BesideBoard + "{match}/{version}/pass", Handle: onMatch(pressPass)},
	{Pattern: boardPath + "queue", Handle: onMatch(pressQueue)},
	{Pattern: pingsOff.path, Handle: pingsOff.press},
	{Pattern: pingsOn.path, Handle: pingsOn.press},
	{Pattern: "/pick/move/{square}", Handle: pickMove, Anew: true},
	{Pattern: bringPath, Handle: pressBring, Access: plan.Writes, Anew: true},
	{Pattern: "/play/friend", Handle: pressFriend, Access: plan.Plays},
	{Pattern: "/play/{game}", Handle: pressPlay, Access: plan.Plays, Anew: true},
	{Pattern: "/play/{game}/friend", Handle: pressPlay, Access: plan.Plays, Anew: true},
	{Pattern: cupPath + "join", Handle: changeTournament(joinTournament, ""), Access: plan.Plays},
	{Pattern: cupPath + "leave", Handle: changeTournament(leaveTournament, "")},
	{Pattern: cupPath + "start", Handle: changeTournament(startTournament, "")},
	{Pattern: cupPath + "once", Handle: onPressed(doNotRepeat)},
	{Pattern: cupPath + "organize", Handle: organizing(unchanged)},
	{Pattern: cupPath + "pause", Handle: organizing(tournament.Tournament.Pause)},
	{Pattern: cupPath + "resume", Handle: organizing(tournament.Tournament.Resume)},
	{Pattern: cupPath + "end",
		Handle: askBefore(byOrganiser(endOpen), "tournament.end_sure", "tournament.end_yes", "end-yes")},
	{Pattern: cupPath + "end-yes", Handle: changeTournament(byOrganiser(tournament.Tournament.End), "tournament.ended")},
	{Pattern: cupPath + "withdraw",
		Handle: askBefore(quitTournament, "tournament.withdraw_sure", "tournament.withdraw_yes", "withdraw-yes")},
	{Pattern: cupPath + "withdraw-yes", Handle: changeTournament(quitTournament, "tournament.withdrawn")},
	{Pattern: cupPath + "table-{page}", Handle: onPressed(showTable)},
	{Pattern: "/rules/{variant}/{page}", Handle: pressPage},
	{Pattern: "/rules/{variant}/{page}/{square}", Handle: pressPage},
}

const boardPath = "/m/{match}/{version}/"

const cupPath = "/t/{tournament}/"

func (c *Commands) answerPresses() {
	all := append(slices.Clone(presses),
		plan.Route{Pattern: cupPath + "game", Handle: onPressed(c.showOwnGame)},
		plan.Route{Pattern: helpAllPath, Handle: c.pressAllCommands},
		plan.Route{Pattern: "/games/next", Handle: c.pressNextWaiting},
		plan.Route{Pattern: "/games/next/{after}", Handle: c.pressNextWaiting},
		plan.Route{Pattern: "/pick/{command}", Handle: c.pickGame, Anew: true})
	for _, set := range c.pageSets() {
		all = append(all, set.Presses()...)
	}
	for _, press := range all {
		c.answer(plan.Press, press)
	}
	reply := plan.Route{Pattern: boardPath + "reply", Handle: byPlayer(sendConditional)}
	for _, form := range append(c.reviews().Forms(), reply) {
		c.answer(plan.Form, form)
	}
}

func (c *Commands) answer(kind plan.Kind, route plan.Route) {
	c.routes[kind].Add(route.Pattern, guarded(route))
	c.customIDs = append(c.customIDs, CustomID{kind, route.Pattern, route.Access})
}

// A CustomID is a pattern of the custom ids of buttons, menus or forms.
type CustomID struct {
	Kind    plan.Kind // plan.Press or plan.Form
	Pattern string
	Access  plan.Access
}

// CustomIDs returns all patterns of custom ids. Of each, the end-to-end tests try who may press it.
func (c *Commands) CustomIDs() []CustomID { return slices.Clone(c.customIDs) }

// Route returns the route of a request. It also sets the request's fields that handlers read: the
// texts, the tiles, the variables of the path, and the match and version of the pressed board. For
// an unknown path or an invalid match id it returns a route whose handler refuses.
func (c *Commands) Route(r *plan.Request) plan.Route {
	r.Texts, r.Tiles = c.speech(), c.has.Tiles()
	found, vars, ok := c.routes[r.Kind].Find(r.Path)
	r.Vars, r.Match, r.Version, r.Tournament = vars, "", 0, ""
	if id, onCup := vars["tournament"]; onCup {
		r.Tournament, ok = match.ID(id), match.ID(id).Valid()
	}
	if id, onBoard := vars["match"]; onBoard {
		version, err := strconv.Atoi(vars["version"])
		if ok = err == nil && version > 0 && match.ID(id).Valid(); ok {
			r.Match, r.Version = match.ID(id), version
		}
	}
	if ok {
		return found
	}
	return plan.Route{Handle: func(r *plan.Request) (plan.Plan, error) {
		if r.Kind == plan.Press || r.Kind == plan.Form {
			return nil, plan.Refuse(texts.RefuseOldButton)
		}
		return nil, plan.Refuse("refuse.command")
	}}
}
