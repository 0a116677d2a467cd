/** A request for user `ann` of the organization `people`. */
export const signingRequest = {
  metadata: { name: 'ann' },
  spec: {
    request:
      'LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlHZU1GSUNBUUF3SHpFUE1BMEdBMVVFQ2d3R2NHVnZjR3hsTVF3d0NnWURWUVFEREFOaGJtNHdLakFGQmdNcgpaWEFESVFDbWlET1JqWXlXejEvZVMvNU9TeW1VOGw3RklSazl2dnZZKytPR2RhZVFaYUFBTUFVR0F5dGxjQU5CCkFFenFmU1A4SmhLdlhCTE42OUNlSDdUdXBDaUZibjdaVjhlK1llQUtJYnJ4eDVrang3ak82Mjh5cDB4ZlozRU4KS3ZYb3RUN1lqaTY2ejNSVzRYdDBaQXM9Ci0tLS0tRU5EIENFUlRJRklDQVRFIFJFUVVFU1QtLS0tLQo=',
    signerName: 'example.com/people',
    usages: ['client auth'],
  },
}

/** A bundle with the certificate of an authority `a`. */
export const trustBundle = {
  metadata: { name: 'example.com:people:1' },
  spec: {
    signerName: 'example.com/people',
    trustBundle:
      '-----BEGIN CERTIFICATE-----\nMIIBLjCB4aADAgECAhQx4pN29J7FCEJjLBAZvFFiQqC/IzAFBgMrZXAwDDEKMAgG\nA1UEAwwBYTAgFw0yNjExMjkwNTI0MzhaGA8yMTI2MTEwNTA1MjQzOFowDDEKMAgG\nA1UEAwwBYTAqMAUGAytlcAMhAO+WqZKzYIW40P7RX/nMMiPnWSyosEamWZjb0Jf8\nMhmqo1MwUTAdBgNVHQ4EFgQUzIxjP61sOdu178E4reUHhRSxQG8wHwYDVR0jBBgw\nFoAUzIxjP61sOdu178E4reUHhRSxQG8wDwYDVR0TAQH/BAUwAwEB/zAFBgMrZXAD\nQQDsNvqwnz+aVpXrs/DQfi3Fqr4B4GPCvhWrTC2kAcfRrtEqQB3LWGuBCj4ZpN9I\n5FzS3/LNR1TPIeJpgd/uloUM\n-----END CERTIFICATE-----\n',
  },
}

/** A kubelet's request: an empty one, signed with the key of the pod. */
export const podRequest = {
  metadata: { name: 'web-1', namespace: 'default' },
  spec: {
    signerName: 'example.com/pods',
    podName: 'web',
    podUID: '0e3a9e4f-8f0a-4f5c-9d38-5d0a6f0f3a11',
    serviceAccountName: 'default',
    serviceAccountUID: '6f9b7f52-9e53-4f0a-8a3f-1de2f6a3c0b2',
    nodeName: 'node-0',
    nodeUID: 'b1d2c3e4-7a6b-4c5d-8e9f-0a1b2c3d4e5f',
    stubPKCS10Request:
      'MH8wMwIBADAAMCowBQYDK2VwAyEA75apkrNghbjQ/tFf+cwyI+dZLKiwRqZZmNvQl/wyGaqgADAFBgMrZXADQQDkkRMp2FzQiT3iOXqVMI5vcLdb/4GGm1n8pz5ioFI0JemMv4DNqv0khJMWpLr85V2lDq9Nf9vQYWvbtyA5k7wO',
  },
}

/** The examples of kinds that declare none of their own, since certificates are long. */
export const LONG_EXAMPLES: { readonly [kind: string]: object } = {
  CertificateSigningRequest: signingRequest,
  ClusterTrustBundle: trustBundle,
  PodCertificateRequest: podRequest,
}
