/** The certificate of an authority whose key nobody has: it signs nothing, and can be read. */
export const ROOT_CERTIFICATE = [
  '-----BEGIN CERTIFICATE-----',
  'MIIBXjCCAQOgAwIBAgIBATAKBggqhkjOPQQDAjAVMRMwEQYDVQQDDAprdWJlcm5l',
  'dGVzMCAXDTIwMDEwMTAwMDAwMFoYDzIxMjAwMTAxMDAwMDAwWjAVMRMwEQYDVQQD',
  'DAprdWJlcm5ldGVzMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE8fOFadmR8ToU',
  'Uuxi7tdreoa8z9r8f92UoPNjGwUpbbneECErF76EqrkeeBcJ/0u4ykGikfP6rk1i',
  'mJtVG3QYp6NCMEAwDwYDVR0TAQH/BAUwAwEB/zAOBgNVHQ8BAf8EBAMCAqQwHQYD',
  'VR0OBBYEFPq/k/S9f+dz6OWXhT9WNcM5JY9EMAoGCCqGSM49BAMCA0kAMEYCIQDK',
  'yAB+q7CJ1FsWvW7x1oCKKWUsATr8zR4K+S3eXs6rmAIhAM9SwJLXj4UKgrLLO5JO',
  '16aMtmRNUNzoP737+feWqKqn',
  '-----END CERTIFICATE-----',
  '',
].join('\n')
