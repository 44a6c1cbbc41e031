//go:build !amd64 || purego

package uttt

func exchange(to, from *[2]Row, old0, new0, old1, new1 *Row) {
	exchangePlain(to, from, old0, new0, old1, new1)
}

func weigh(own, other *view, weights *[2 * Lanes]int16) int32 {
	return weighPlain(own, other, weights)
}

func prefetch(*bucket) {}
