package inbox

import (
	"fmt"
	"strings"

	"github.com/bwmarrin/discordgo"
)

func payload(id string, kind discordgo.InteractionType, data, more string) string {
	return fmt.Sprintf(`{"id":%q,"application_id":"99","token":"token-%s","type":%d,"guild_id":"8","channel_id":"7",
		"locale":"en-US","guild_locale":"de","member":{"user":{"id":"1","username":"alice"},"permissions":"0"},"data":%s%s}`, id, id, kind, data, more)
}

func pressing(id, customID string) string {
	return payload(id, 3, fmt.Sprintf(`{"custom_id":%q,"component_type":2}`, customID), `,"message":{"id":"6","channel_id":"7","flags":32768}`)
}

// pressingPrivately returns a press on a message that only the member sees.
func pressingPrivately(id, customID string) string {
	return strings.Replace(pressing(id, customID), "32768", "32832", 1)
}

func commanding(id string) string { return payload(id, 2, `{"name":"test","type":1}`, "") }
func completing(id string) string { return payload(id, 4, `{"name":"test","type":1}`, "") }
func sending(id string) string    { return payload(id, 5, `{"custom_id":"/form"}`, "") }
