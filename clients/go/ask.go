package fakecluster

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"reflect"
	"strings"
)

// Control is what a test does to a cluster besides using it: its state, time, faults and watches.
type Control struct {
	// URL is the address of the server, without a path.
	URL string
	// Token is the server's bearer token, where it has one.
	Token string
	http  *http.Client
}

// NewControl returns the control of the server at a URL.
func NewControl(url, token string) *Control {
	return &Control{URL: strings.TrimSuffix(url, "/"), Token: token, http: clientFor(url)}
}

// clientFor returns an HTTP client that takes any certificate of a server on this machine.
func clientFor(address string) *http.Client {
	parsed, err := url.Parse(address)
	if err != nil || parsed.Scheme != "https" || !isHere(parsed.Hostname()) {
		return http.DefaultClient
	}
	return &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}}
}

func isHere(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || (ip != nil && ip.IsLoopback())
}

// RefusedError is the answer of a server that refuses an operation. Its message says how to mend it.
type RefusedError struct {
	Code    int
	Reason  string
	Message string
}

func (e *RefusedError) Error() string { return fmt.Sprintf("%s (%d %s)", e.Message, e.Code, e.Reason) }

// given are fields of a request by their names, those that were not given among them.
type given map[string]any

type request struct {
	method, path        string
	inPath, query, body given
	text                *string
}

// said returns the fields that were given.
func (fields given) said() map[string]any {
	said := map[string]any{}
	for name, value := range fields {
		if found := reflect.ValueOf(value); found.IsValid() && !isLeftOut(found) {
			said[name] = value
		}
	}
	return said
}

func isLeftOut(value reflect.Value) bool {
	switch value.Kind() {
	case reflect.String, reflect.Pointer, reflect.Slice, reflect.Map, reflect.Interface:
		return value.IsZero()
	default:
		return false
	}
}

// text returns a field as it is written in an address.
func text(value any) string {
	if list, isList := value.([]string); isList {
		return strings.Join(list, ",")
	}
	return fmt.Sprint(reflect.Indirect(reflect.ValueOf(value)).Interface())
}

func (r request) address() string {
	path := r.path
	for name, value := range r.inPath {
		path = strings.ReplaceAll(path, "{"+name+"}", url.PathEscape(text(value)))
	}
	query := url.Values{}
	for name, value := range r.query.said() {
		query.Set(name, text(value))
	}
	if len(query) == 0 {
		return path
	}
	return path + "?" + query.Encode()
}

// content returns the body of a request and its type; nil where it has none.
func (r request) content() (io.Reader, string, error) {
	if r.text != nil {
		return strings.NewReader(*r.text), "application/yaml", nil
	}
	if r.body == nil {
		return nil, "", nil
	}
	body, err := json.Marshal(r.body.said())
	return bytes.NewReader(body), "application/json", err
}

// ask performs a request, and reads the reply into what a pointer leads to: a string gets it as it is.
func (c *Control) ask(ctx context.Context, r request, reply any) error {
	body, media, err := r.content()
	if err != nil {
		return err
	}
	asked, err := http.NewRequestWithContext(ctx, r.method, c.URL+prefix+r.address(), body)
	if err != nil {
		return err
	}
	if media != "" {
		asked.Header.Set("Content-Type", media)
	}
	if c.Token != "" {
		asked.Header.Set("Authorization", "Bearer "+c.Token)
	}
	answer, err := c.http.Do(asked)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	said, err := io.ReadAll(answer.Body)
	if err != nil {
		return err
	}
	if answer.StatusCode >= 300 {
		return refusal(answer.StatusCode, said)
	}
	if whole, isText := reply.(*string); isText {
		*whole = string(said)
		return nil
	}
	if reply == nil {
		return nil
	}
	return json.Unmarshal(said, reply)
}

func refusal(code int, said []byte) error {
	refused := RefusedError{Code: code}
	if json.Unmarshal(said, &refused) != nil || refused.Message == "" {
		refused.Message = string(said)
	}
	return &refused
}
