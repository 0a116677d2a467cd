// Adds to each line of its input, {"template": …, "collisions": …}, the hash by which controllers of the real control
// plane name objects. The template passes through protobuf, as controllers receive it.
package main

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"os"
	"time"

	core "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/dump"
	"k8s.io/apimachinery/pkg/util/rand"
)

type sample struct {
	Template   json.RawMessage `json:"template"`
	Collisions *int32          `json:"collisions,omitempty"`
	Hash       string          `json:"hash"`
}

func main() {
	// Go prints the local time zone only once it has been used, as it has in a running controller.
	_ = time.Now().Local().String()
	in, out := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	for {
		var next sample
		err := in.Decode(&next)
		if errors.Is(err, io.EOF) {
			return
		}
		check(err)
		next.Hash, err = hashOf(next)
		check(err)
		check(out.Encode(next))
	}
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func hashOf(given sample) (string, error) {
	var sent, received core.PodTemplateSpec
	if err := json.Unmarshal(given.Template, &sent); err != nil {
		return "", err
	}
	bytes, err := sent.Marshal()
	if err != nil {
		return "", err
	}
	if err := received.Unmarshal(bytes); err != nil {
		return "", err
	}
	hash := fnv.New32a()
	fmt.Fprint(hash, dump.ForHash(received))
	if given.Collisions != nil {
		hash.Write(binary.LittleEndian.AppendUint64(nil, uint64(*given.Collisions)))
	}
	return rand.SafeEncodeString(fmt.Sprint(hash.Sum32())), nil
}
