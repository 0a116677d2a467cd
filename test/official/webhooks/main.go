// Command webhooks runs a webhook of the official specs, which is deployed as a pod there, as a process.
package main

import (
	"flag"
	"fmt"
	"log"
	"net/http"
	"os"

	"k8s.io/kubernetes/test/images/agnhost/crd-conversion-webhook/converter"
	"k8s.io/kubernetes/test/images/agnhost/webhook"
)

func main() {
	switch command, args := os.Args[1], os.Args[2:]; command {
	case webhook.CmdWebhook.Use:
		webhook.CmdWebhook.SetArgs(args)
		log.Fatal(webhook.CmdWebhook.Execute())
	case "crd-conversion-webhook":
		log.Fatal(convert(args))
	default:
		log.Fatalf("unknown webhook %q", command)
	}
}

// convert serves the conversions of the command of that name, which asks the API server of its pod for authorities.
func convert(args []string) error {
	flags := flag.NewFlagSet("convert", flag.ExitOnError)
	cert := flags.String("tls-cert-file", "", "the certificate")
	key := flags.String("tls-private-key-file", "", "its key")
	port := flags.Int("port", 443, "the port")
	if err := flags.Parse(args); err != nil {
		return err
	}
	http.HandleFunc("/crdconvert", converter.ServeExampleConvert)
	return http.ListenAndServeTLS(fmt.Sprintf(":%d", *port), *cert, *key, nil)
}
