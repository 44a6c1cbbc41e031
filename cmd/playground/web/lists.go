package web

import (
	"strconv"
	"strings"
)

// takeList takes the items of one depth, together with the deeper lists below them. An indented
// line without a bullet continues the item before it.
func takeList(lines []string) (block, int) {
	first := listItem.FindStringSubmatch(lines[0])
	if first == nil {
		return block{}, 0
	}
	list := block{kind: listBlock, ordered: isNumber(first[2]), start: number(first[2])}
	depth, used := len(first[1]), 0
	for used < len(lines) {
		m := listItem.FindStringSubmatch(lines[used])
		switch {
		case m == nil && isContinuation(lines[used], depth):
			last := &list.items[len(list.items)-1]
			last.text += "\n" + strings.TrimLeft(lines[used], " ")
			used++
		case m == nil || len(m[1]) < depth:
			return list, used
		case len(m[1]) > depth+1:
			nested, n := takeList(lines[used:])
			last := &list.items[len(list.items)-1]
			last.nested = append(last.nested, nested)
			used += n
		case isNumber(m[2]) != list.ordered:
			return list, used
		default:
			list.items = append(list.items, item{text: m[3]})
			used++
		}
	}
	return list, used
}

func isContinuation(line string, depth int) bool {
	return strings.HasPrefix(line, strings.Repeat(" ", depth+2)) && strings.TrimSpace(line) != ""
}

func isNumber(bullet string) bool { return bullet != "-" && bullet != "*" }

func number(bullet string) int {
	n, err := strconv.Atoi(strings.TrimSuffix(bullet, "."))
	if err != nil {
		return 0
	}
	return n
}
