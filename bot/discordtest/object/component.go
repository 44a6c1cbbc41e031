package object

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"strconv"
)

// component finds the component of a custom id, nil when there is none.
func FindComponent(components []Component, customID string) *Component {
	for i := range components {
		c := &components[i]
		if c.CustomID == customID && customID != "" {
			return c
		}
		if c.Accessory != nil && c.Accessory.CustomID == customID && customID != "" {
			return c.Accessory
		}
		if found := FindComponent(c.Components, customID); found != nil {
			return found
		}
	}
	return nil
}

// A mediaObject is a media item as the API sends it.
type mediaObject struct {
	ID       Snowflake `json:"id"`
	URL      string    `json:"url"`
	ProxyURL string    `json:"proxy_url"`
}

// MediaJSON returns the media item of an address; its id is the address's too.
func MediaJSON(url string) json.RawMessage {
	h := fnv.New64a()
	_, _ = h.Write([]byte(url)) // a hash takes everything
	raw, err := json.Marshal(mediaObject{strconv.FormatUint(h.Sum64()>>1, 10), url, url})
	if err != nil {
		panic(fmt.Sprintf("discordtest: a string that is not JSON: %v", err))
	}
	return raw
}
