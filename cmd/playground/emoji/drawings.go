package emoji

import "fmt"

// Colours of the emoji in Discord's client.
const (
	black  = "#31373D"
	white  = "#E6E7E8"
	red    = "#DD2E44"
	orange = "#F4900C"
	yellow = "#FDCB58"
	gold   = "#FFAC33"
	green  = "#78B159"
	tick   = "#77B255"
	sky    = "#55ACEE"
	blue   = "#3B88C3"
	purple = "#AA8ED6"
	brown  = "#C1694F"
	grey   = "#99AAB5"
	silver = "#CCD6DD"
	pink   = "#F4ABBA"
	night  = "#292F33"
)

// ribbon returns the ribbon of a medal.
func ribbon() string {
	return path(blue, "M5 1H14L20 14L12 16Z") + path(sky, "M31 1H22L16 14L24 16Z")
}

// drawings lists all drawings except digits and letters. `shapes` are SVG elements in a square of 36 by 36.
var drawings = []struct{ emoji, name, shapes string }{
	// Marks
	{"❌", "cross mark", line(red, 7, "M6 6L30 30M30 6L6 30")},
	{"❎", "cross mark button", sign(tick, "M10 10L26 26M26 10L10 26")},
	{"⭕", "hollow red circle", ring(red, 15, 6)},
	{"🅾", "O button", square(36, red) + `<ellipse cx="18" cy="18" rx="8" ry="9.5" fill="none" stroke="#FFF" stroke-width="5"/>`},
	{"🅰", "A button", sign(red, letters[0])},
	{"🅱", "B button", sign(red, letters[1])},
	{"✅", "check mark button", sign(tick, "M8.5 19L15 26L27.5 10")},
	{"✖", "multiply", line(black, 7, "M7 7L29 29M29 7L7 29")},
	{"✔", "check mark", line(black, 6, "M6 20L14 28L30 8")},
	{"➖", "minus", line(black, 6, "M6 18H30")},
	{"➕", "plus", line(black, 6, "M6 18H30M18 6V30")},
	{"❔", "white question mark", question(silver)},
	{"❓", "red question mark", question(red)},
	{"❗", "red exclamation mark", line(red, 6, "M18 5V21M18 31V31.1")},

	// Squares
	{"⬛", "black large square", square(36, black)},
	{"⬜", "white large square", square(36, white)},
	{"🟥", "red square", square(36, red)},
	{"🟧", "orange square", square(36, orange)},
	{"🟨", "yellow square", square(36, yellow)},
	{"🟩", "green square", square(36, green)},
	{"🟦", "blue square", square(36, sky)},
	{"🟪", "purple square", square(36, purple)},
	{"🟫", "brown square", square(36, brown)},
	{"◼", "black medium square", square(28, black)},
	{"◻", "white medium square", square(28, white)},
	{"◾", "black medium-small square", square(22, black)},
	{"◽", "white medium-small square", square(22, white)},
	{"▪", "black small square", square(16, black)},
	{"▫", "white small square", square(16, white)},
	{"🔲", "black square button", square(36, black) + square(22, white)},
	{"🔳", "white square button", square(36, white) + square(22, black)},
	{"🔷", "large blue diamond", diamond(17, sky)},
	{"🔶", "large orange diamond", diamond(17, gold)},
	{"🔹", "small blue diamond", diamond(10, sky)},
	{"🔸", "small orange diamond", diamond(10, gold)},

	{"🔻", "red triangle pointed down", path("#E75A70", "M2 7H34L18 34Z")},

	// Circles
	{"⚫", "black circle", disc(black)},
	{"⚪", "white circle", disc(white)},
	{"🔴", "red circle", disc(red)},
	{"🟠", "orange circle", disc(orange)},
	{"🟡", "yellow circle", disc(yellow)},
	{"🟢", "green circle", disc(green)},
	{"🔵", "blue circle", disc(sky)},
	{"🟣", "purple circle", disc(purple)},
	{"🟤", "brown circle", disc(brown)},
	{"🔘", "radio button", disc(grey) + dot(18, 18, 11, "#FFF") + dot(18, 18, 7, sky)},

	// Signs
	{"⬅", "left arrow", sign(blue, "M28 18H8M16 9L8 18L16 27")},
	{"➡", "right arrow", sign(blue, "M8 18H28M20 9L28 18L20 27")},
	{"⬆", "up arrow", sign(blue, "M18 28V8M9 16L18 8L27 16")},
	{"⬇", "down arrow", sign(blue, "M18 8V28M9 20L18 28L27 20")},
	{"↩", "right arrow curving left", sign(blue, "M13 6L8 12L13 18M8 12H20A7.5 7.5 0 0 1 20 27H11")},
	{"▶", "play button", square(36, blue) + path("#FFF", "M11 8L28 18L11 28Z")},
	{"#\u20E3", "keycap #", sign(blue, "M15 9L13 27M23 9L21 27M10.5 15H26M10 21H25.5")},
	{"*\u20E3", "keycap *", sign(blue, "M18 10V26M11 14L25 22M25 14L11 22")},
	{"⏺", "record button", square(36, blue) + dot(18, 18, 9, "#FFF")},
	{"⏸", "pause button", sign(blue, "M13 10V26M23 10V26")},
	{"⏩", "fast-forward button", square(36, blue) + path("#FFF", "M7 9L18 18L7 27ZM18 9L29 18L18 27Z")},
	{"🔁", "repeat button", sign(blue, "M8 19V15A4 4 0 0 1 12 11H26M22 7L26 11L22 15M28 17V21A4 4 0 0 1 24 25H10M14 21L10 25L14 29")},
	{"⚠", "warning", path(gold, "M18 3L35 32H1Z") + line("#231F20", 4, "M18 13V22M18 27V27.1")},
	{"ℹ", "information", sign(blue, "M18 9V9.1M18 16V27")},

	// Pictures
	{"⭐", "star", path(gold, "M18 1.5L22.9 12.4L34.8 13.7L25.9 21.7L28.4 33.4L18 27.4L7.6 33.4L10.1 21.7L1.2 13.7L13.1 12.4Z")},
	{"🎯", "bullseye", dot(18, 18, 18, red) + dot(18, 18, 14, "#FFF") + dot(18, 18, 10, red) + dot(18, 18, 6, "#FFF") + dot(18, 18, 3, red)},
	{"🏆", "trophy", line(gold, 3, "M9 7H3C3 14 6 17 11 18M27 7H33C33 14 30 17 25 18") +
		path(gold, "M9 2H27V12C27 19 23 23 18 23S9 19 9 12ZM16 22H20V29H16ZM10 28H26V34H10Z")},
	{"🗳", "ballot box", `<path fill="` + white + `" d="M11 3H25V19H11Z"/>` + line(tick, 3, "M14.5 10L17 13L22 6.5") +
		`<path fill="` + grey + `" d="M2 17H34L36 21V34H0V21Z"/><path fill="` + night + `" d="M8 18.5H28V20.5H8Z"/><path fill="` + silver + `" d="M0 22H36V34H0Z"/>`},
	{"🏅", "sports medal", path(sky, "M9 1H16L20 14H14ZM27 1H20L16 14H22Z") + dot(18, 23, 12, gold) +
		path(yellow, "M18 14L20.6 19.6L26.6 20.3L22.2 24.4L23.3 30.4L18 27.4L12.7 30.4L13.8 24.4L9.4 20.3L15.4 19.6Z")},
	{"🥇", "1st place medal", ribbon() + dot(18, 23, 11.5, gold) + line(black, 3, "M15 20L18.5 17V29")},
	{"🥈", "2nd place medal", ribbon() + dot(18, 23, 11.5, silver) + line(black, 3, "M14.5 20C15 16 21.5 16 21.5 20C21.5 23 17 25 14.5 28.5H22")},
	{"🥉", "3rd place medal", ribbon() + dot(18, 23, 11.5, brown) + line(black, 3, "M14.5 18H21.5L18 22C23 22 22.5 28.5 18 28.5C16 28.5 15 28 14 26.5")},
	{"🤖", "robot", line(red, 3, "M18 8V3") + path(sky, "M2 17H6V25H2ZM30 17H34V25H30Z") +
		`<rect x="5" y="8" width="26" height="25" rx="5" fill="` + silver + `"/>` +
		dot(12.5, 17, 4, red) + dot(23.5, 17, 4, red) + line(black, 3, "M12 27H24")},
	{"🎉", "party popper", path(yellow, "M3 34L11 13L24 26Z") + line(red, 3, "M8 21L16 29") + line(sky, 3, "M16 12C20 9 20 6 18 3") +
		line(purple, 3, "M25 20C29 16 31 17 33 20") + line(green, 3, "M21 16L28 8") + line(red, 4, "M30 3V3.1M10 6V6.1M31 28V28.1")},
	{"⏰", "alarm clock", line(red, 6, "M6 9L11 4M30 9L25 4") + line(black, 4, "M9 31L12 27M27 31L24 27") +
		`<circle cx="18" cy="19" r="12.5" fill="#FFF" stroke="` + red + `" stroke-width="4"/>` + line(black, 3, "M18 12V19L23 22")},
	{"⏳", "hourglass not done", path(gold, "M9 4H27C27 11 24 15 20 18C24 21 27 25 27 32H9C9 25 12 21 16 18C12 15 9 11 9 4Z") +
		path("#FFF", "M13 11H23L18 16ZM12 29C13 25 15 24 18 24S23 25 24 29Z") + line(red, 4, "M7 4H29M7 32H29")},
	{"👋", "waving hand", line(yellow, 5, "M14 20L7 12M18 17L10 7M22 15L15 5M26 14L21 6M28 22L33 15") +
		path(yellow, "M11 18L26 12C30 16 31 19 29 25C26 32 17 33 13 27Z") + line(sky, 2.5, "M3 22C3 28 6 32 11 33")},
	{"💡", "light bulb", path(yellow, "M18 1C10 1 6 6 6 12C6 18 11 20 12 26H24C25 20 30 18 30 12C30 6 26 1 18 1Z") +
		path(grey, "M12 27H24V32L21 35H15L12 32Z") + line(gold, 2.5, "M14 13L16 25M22 13L20 25")},
	{"🧩", "puzzle piece", path(tick, "M4 12H12C10 9 11 4 16 4C21 4 22 9 20 12H28V19C31 17 35 18 35 22.5C35 27 31 28 28 26V34H4V26C8 28 11 26 11 22.5C11 19 8 17 4 19Z")},
	{"❄", "snowflake", line(sky, 3, "M18 3V33M5 10.5L31 25.5M31 10.5L5 25.5M13 5L18 10L23 5M13 31L18 26L23 31")},
	{"🔥", "fire", path(orange, "M18 1C19 8 29 12 29 23C29 30 24 35 18 35C12 35 7 30 7 23C7 18 10 15 11 11C13 13 14 15 14 17C17 13 18 7 18 1Z") +
		path(yellow, "M18 18C19 22 24 23 24 28C24 32 21 34 18 34C15 34 12 32 12 28C12 25 14 24 15 22C16 23 17 24 17 25C18 23 18 20 18 18Z")},
	{"👑", "crown", path(gold, "M3 31V10L11 18L18 5L25 18L33 10V31Z") + line(red, 4, "M11 26V26.1M25 26V26.1") + line(sky, 4, "M18 25V25.1")},
	{"🔔", "bell", path(gold, "M18 2C10 2 8 9 8 15C8 22 5 23 4 28H32C31 23 28 22 28 15C28 9 26 2 18 2Z") + path(orange, "M13 29H23A5 5 0 0 1 13 29Z")},
	{"🔕", "bell with slash", path(gold, "M18 2C10 2 8 9 8 15C8 22 5 23 4 28H32C31 23 28 22 28 15C28 9 26 2 18 2Z") +
		path(orange, "M13 29H23A5 5 0 0 1 13 29Z") + line(red, 4, "M4 4L32 32")},
	{"🔍", "magnifying glass", line(grey, 6, "M22 22L32 32") + dot(14, 14, 12, grey) + dot(14, 14, 8.5, "#BDDDF4")},
	{"📘", "blue book", `<rect x="5" y="2" width="26" height="32" rx="3" fill="` + blue + `"/>` + path("#FFF", "M9 28H31V32H9A2 2 0 0 1 9 28Z") +
		line("#FFF", 3, "M12 9H25M12 15H25")},
	{"🧮", "abacus", `<rect x="3" y="3" width="30" height="30" rx="2" fill="none" stroke="` + brown + `" stroke-width="4"/>` +
		line(grey, 2, "M5 11H31M5 18H31M5 25H31") + line(red, 6, "M10 11H15M26 11V11.1") + line(sky, 6, "M10 18V18.1M21 18H26") + line(gold, 6, "M10 25H20")},
	{"💪", "flexed biceps", path(yellow, "M6 6C6 3 9 2 11 3L17 6C19 8 17 11 15 11L13 15C14 18 17 18 19 16C24 12 33 15 33 24C33 30 28 34 20 34C10 34 4 30 4 22Z") +
		line(orange, 2, "M19 24C20 21 23 20 26 21")},
	{"💎", "gem stone", path("#BDDDF4", "M8 4H28L35 14L18 33L1 14Z") + path(sky, "M1 14H12L18 33ZM24 14H35L18 33Z") + path("#8CCAF7", "M12 14H24L18 33Z")},
	{"🎲", "game die", square(32, red) + line("#FFF", 5, "M10 10V10.1M26 10V10.1M18 18V18.1M10 26V26.1M26 26V26.1")},

	// Animals
	{"🐣", "hatching chick", dot(18, 14, 12, yellow) + dot(13, 12, 2, night) + dot(23, 12, 2, night) + path(orange, "M14 16H22L18 21Z") +
		path(white, "M3 21L9 25L14 20L18 25L22 20L27 25L33 21C33 29 27 35 18 35S3 29 3 21Z")},
	{"🐥", "chick", path(orange, "M11 30H16V35H9ZM20 30H25L27 35H20Z") + dot(18, 17, 15, yellow) + line(gold, 3, "M4 22L1 25M32 22L35 25") +
		dot(13, 13, 2, night) + dot(23, 13, 2, night) + path(orange, "M13 17H23L18 23Z")},
	{"🐰", "rabbit face", line(grey, 7, "M12 16V5M24 16V5") + line(pink, 3, "M12 16V6M24 16V6") + dot(18, 23, 12, grey) +
		dot(13, 21, 2, night) + dot(23, 21, 2, night) + path(pink, "M15 25H21L18 28Z") + line("#FFF", 3, "M18 31V33")},
	{"🦊", "fox", path(orange, "M2 2L13 8H23L34 2L33 19L18 34L3 19Z") + path("#FFF", "M3 20L14 22L18 34ZM33 20L22 22L18 34Z") + eyes + dot(18, 32, 2.5, night)},
	{"🐺", "wolf", path(grey, "M3 2L13 8H23L33 2L34 20L18 34L2 20Z") + path(white, "M10 24L18 20L26 24L18 34Z") + eyes + dot(18, 31, 2.5, night)},
	{"🦉", "owl", path(brown, "M4 3L11 7H25L32 3V22C32 30 26 35 18 35S4 30 4 22Z") + dot(11.5, 15, 7, "#FFF") + dot(24.5, 15, 7, "#FFF") +
		dot(12.5, 15, 3, night) + dot(23.5, 15, 3, night) + path(gold, "M15 20H21L18 26Z")},
	{"🐯", "tiger face", dot(6, 7, 5, gold) + dot(30, 7, 5, gold) + dot(18, 19, 16, gold) + line(night, 2.5, "M18 5V11M12 6L13 10M24 6L23 10M3 19H8M3 24H8M28 19H33M28 24H33") +
		eyes + dot(18, 26, 6, "#FFF") + path(night, "M15 23H21L18 26Z")},
	{"🦁", "lion", disc(brown) + dot(18, 19, 12.5, gold) + eyes + dot(18, 26, 5, "#FFF") + path(night, "M15 23H21L18 26Z")},
	{"🐲", "dragon face", line(gold, 5, "M9 9L4 2M27 9L32 2") + path(green, "M5 8H31L33 22L26 34H10L3 22Z") + dot(12, 15, 4, "#FFF") + dot(24, 15, 4, "#FFF") +
		dot(12, 15, 2, night) + dot(24, 15, 2, night) + line(night, 2.5, "M14 24V24.1M22 24V24.1") + line("#FFF", 3, "M11 30H25")},
}

// eyes are the eyes of most animals.
var eyes = dot(12.5, 17, 2, night) + dot(23.5, 17, 2, night)

// digits and letters are SVG paths, drawn as white strokes.
var (
	digits = [...]string{
		"M18 9C22 9 24 13 24 18S22 27 18 27S12 23 12 18S14 9 18 9Z",
		"M14 12.5L19 9V27",
		"M12.5 14A5.5 5 0 0 1 23.5 14C23.5 19 13 21.5 12.5 27H24",
		"M12.5 11.500C13.5 9.8 15.5 9 17.5 9C20.7 9 22.7 10.8 22.7 13.300C22.7 16 20.7 17.6 17 17.600C21 17.6 23.5 19.4 23.5 22.400C23.5 25.3 21 27 17.7 27C15 27 13 26 12 24.2",
		"M20.5 27V9L11.5 21.500H24.5",
		"M23 9H14L13 17.300C14.3 16.3 15.7 15.8 17.3 15.800C21 15.8 23.5 18 23.5 21.300S21 27 17.3 27C15 27 13.1 26.2 11.8 24.7",
		"M12 21.300A6 5.7 0 1 1 24 21.300A6 5.7 0 1 1 12 21.300C12 13.3 14.5 9 18.5 9C20.1 9 21.5 9.6 22.5 10.7",
		"M12 9.300H24C20 14.3 18 20 17.5 27",
		"M13.3 13.200A4.7 4.2 0 1 0 22.7 13.200A4.7 4.2 0 1 0 13.3 13.200ZM12.3 22.200A5.7 4.8 0 1 0 23.7 22.200A5.7 4.8 0 1 0 12.3 22.200Z",
		"M24 14.700A6 5.7 0 1 1 12 14.700A6 5.7 0 1 1 24 14.700C24 22.7 21.5 27 17.5 27C15.9 27 14.5 26.4 13.5 25.3",
	}
	letters = [...]string{
		"M11.5 27L18 9L24.5 27M14 21.500H22",
		"M13 9V27H18.800C22 27 24 25.1 24 22.300S22 17.7 18.8 17.700H13H18.200C21 17.7 22.8 16.1 22.8 13.400S21 9 18.2 9Z",
		"M24 12.500C22.6 10.3 20.6 9 18 9C14 9 11.5 12.6 11.5 18S14 27 18 27C20.6 27 22.6 25.7 24 23.5",
		"M13 9V27H17.500C22 27 24.5 23.6 24.5 18S22 9 17.5 9Z",
		"M23.5 9H13.500V27H23.500M13.5 18H22",
		"M23.5 9H13.500V27M13.5 18H22",
		"M24 12.500C22.6 10.3 20.6 9 18 9C14 9 11.5 12.6 11.5 18S14 27 18 27C21.5 27 24.3 24.6 24.3 20.500V18.800H18.5",
		"M12.5 9V27M23.5 9V27M12.5 18H23.5",
		"M18 9V27",
	}
)

func square(side int, colour string) string {
	return fmt.Sprintf(`<rect x="%g" y="%[1]g" width="%d" height="%[2]d" rx="%d" fill="%s"/>`, float64(36-side)/2, side, (side+8)/10, colour)
}

func disc(colour string) string { return dot(18, 18, 18, colour) }

func dot(x, y, radius float64, colour string) string {
	return fmt.Sprintf(`<circle cx="%g" cy="%g" r="%g" fill="%s"/>`, x, y, radius, colour)
}

func ring(colour string, radius, width float64) string {
	return fmt.Sprintf(`<circle cx="18" cy="18" r="%g" fill="none" stroke="%s" stroke-width="%g"/>`, radius, colour, width)
}

func diamond(reach int, colour string) string {
	return path(colour, fmt.Sprintf("M18 %d L%d 18 L18 %[2]d L%[1]d 18Z", 18-reach, 18+reach))
}

func path(colour, d string) string { return fmt.Sprintf(`<path fill="%s" d="%s"/>`, colour, d) }

func line(colour string, width float64, d string) string {
	return fmt.Sprintf(`<path fill="none" stroke="%s" stroke-width="%g" stroke-linecap="round" stroke-linejoin="round" d="%s"/>`, colour, width, d)
}

// sign returns a coloured square with white strokes on it.
func sign(colour, d string) string { return square(36, colour) + line("#FFF", 4, d) }

func question(colour string) string {
	return line(colour, 6, "M10 12C10 7 13 5 18 5S26 8 26 12C26 18 18 17 18 23M18 31V31.1")
}
