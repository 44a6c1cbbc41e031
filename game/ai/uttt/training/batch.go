package training

import "noughts/game/ai/uttt/network"

// A batch is the samples of a step, with the rows that any of them needs.
type batch struct {
	slots   []int32 // where each row is in the batch, plus one; 0 if it is not
	rows    []row
	sums    []vector // of a row's own weights and those of its parts
	slopes  []vector // by how much the loss grows with each
	samples []prepared
}

// A prepared sample refers to the rows of a batch.
type prepared struct {
	slots  [2][10]int32
	forced uint8
	head   uint8
	target float32
}

// prepare adds a sample, turned by a symmetry, to the batch.
func (t *trainer) prepare(s *Sample, symmetry int) {
	in := turn(s.Input, symmetry)
	p := prepared{forced: in.Forced, head: uint8(headOf(&in)), target: t.target(s)}
	for i, pattern := range in.Boards {
		p.slots[0][i] = t.slot(rowOf(i, pattern))
		p.slots[1][i] = t.slot(rowOf(i, pattern.Flip()))
	}
	local := network.DeadPattern
	if in.Forced != network.AnyBoard {
		local = in.Boards[in.Forced]
	}
	p.slots[0][9] = t.slot(rowOf(network.ForcedBoard, local))
	p.slots[1][9] = t.slot(rowOf(network.ForcedBoard+1, local.Flip()))
	t.samples = append(t.samples, p)
}

// slot returns where a row is in the batch.
func (t *trainer) slot(r row) int32 {
	if t.slots[r] == 0 {
		t.rows = append(t.rows, r)
		t.sums = append(t.sums, t.model.row(r))
		t.slopes = append(t.slopes, vector{})
		t.slots[r] = int32(len(t.rows))
	}
	return t.slots[r] - 1
}

func (t *trainer) clear() {
	for _, r := range t.rows {
		t.slots[r] = 0
	}
	t.rows, t.sums, t.slopes, t.samples = t.rows[:0], t.sums[:0], t.slopes[:0], t.samples[:0]
}
