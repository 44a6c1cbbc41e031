package discordtest

import "encoding/json"

// attach takes the files of a message that the user writes. Callers hold s.mu.
func (c *Client) attach(files []File) []json.RawMessage {
	all := make([]attachment, len(files))
	for i, f := range files {
		all[i] = c.upload(f)
		all[i].Ephemeral = false // only those of interactions are
	}
	return attachmentJSON(all)
}
