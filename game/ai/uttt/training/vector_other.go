//go:build !amd64 || purego

package training

func (v *vector) add(w *vector)                            { addPlain(v, w) }
func (v *vector) addTimes(w *vector, times float32)        { addTimesPlain(v, w, times) }
func (v *vector) step(m *moments, g *vector, rate float32) { stepPlain(v, m, g, rate) }
