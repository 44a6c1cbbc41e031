package match

// An ID identifies a match. It has at most 20 characters, all letters or digits.
type ID string

// idAlphabet has no vowels, so that no words appear by chance, and none of 0, 1, l and o, which
// people confuse.
const idAlphabet = "23456789bcdfghjkmnpqrstvwxyz"

// idLength gives 57 random bits.
const idLength = 12

// maxIDLength is what fits into a custom id.
const maxIDLength = 20

// NewID returns a random ID. pick(n) returns a random number in [0, n), like math/rand/v2's IntN.
func NewID(pick func(n int) int) ID {
	id := make([]byte, idLength)
	for i := range id {
		id[i] = idAlphabet[pick(len(idAlphabet))]
	}
	return ID(id)
}

// Valid says whether id has the form of an ID.
func (id ID) Valid() bool {
	for _, c := range []byte(id) {
		if !('0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z') {
			return false
		}
	}
	return 0 < len(id) && len(id) <= maxIDLength
}
