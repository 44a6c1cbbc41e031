package texts

// The keys of texts that are said in many places. Every other key is written where its text is said, or is built there:
//   - "command.<name>", "option.<name>" and "achievement.<name>", each also with the suffix ".about"
//   - "option.<name>.about.<command>", if the option means something else in that command
//   - "choice.<value>", "style.<name>", "level.<name>", "say.<tone>.<occasion>.<number>", "place.<form>.<number>"
//   - "why.<kind>" and "hint.look.<name>"
//
// Tests compare all keys with the message files.
const (
	ButtonWhy      Key = "button.why"
	ButtonBack     Key = "button.back"
	ButtonNext     Key = "button.next"
	ButtonSolution Key = "puzzle.button_solution"
	ButtonTryAgain Key = "button.try_again"

	RefuseOldButton  Key = "refuse.old_button"
	RefuseOver       Key = "refuse.over"
	RefuseDirect     Key = "refuse.direct"
	RefuseMovedOn    Key = "refuse.moved_on"
	RefuseTooFast    Key = "refuse.too_fast"
	RefuseTooMuch    Key = "refuse.too_much"
	RefuseEngineBusy Key = "refuse.hint_busy"

	// Apologies: the bot sends one if no handler has answered a request.
	ApologyBusy   Key = "apology.busy"
	ApologyBroken Key = "apology.broken"
)
