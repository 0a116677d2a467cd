package main

import (
	"fmt"
	"strings"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

// outcome says how a call went in a word: "ok", or the reason a server gave.
func outcome(err error) string {
	if err == nil {
		return "ok"
	}
	if reason := apierrors.ReasonForError(err); reason != metav1.StatusReasonUnknown {
		return string(reason)
	}
	return err.Error()
}

func firstOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

func same[T comparable](wanted, got T) error {
	if wanted != got {
		return fmt.Errorf("%v, not %v", got, wanted)
	}
	return nil
}

func holds(list runtime.Object, count int) error {
	return same(count, meta.LenList(list))
}

// say prints words as a line, leaving out those that are empty.
func say(words ...string) {
	fmt.Println(strings.Join(strings.Fields(strings.Join(words, " ")), " "))
}
