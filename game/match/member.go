package match

// A Member is what is kept of a member beside matches: what they have chosen for
// themselves. The zero value, with an ID, is that of one who has chosen nothing.
type Member struct {
	ID      string
	NoPings bool // they are not to be mentioned when it is their turn
}
