/**
 * The certificate of the cluster's CA. Its key is the test key (`server/accounts/test-key.ts`), which also signs
 * certificates.
 */
export const ROOT_CERTIFICATE = [
  '-----BEGIN CERTIFICATE-----',
  'MIIC6TCCAdGgAwIBAgIBATANBgkqhkiG9w0BAQsFADAVMRMwEQYDVQQDDAprdWJl',
  'cm5ldGVzMCAXDTIwMDEwMTAwMDAwMFoYDzIxMjAwMTAxMDAwMDAwWjAVMRMwEQYD',
  'VQQDDAprdWJlcm5ldGVzMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA',
  'koSatEZgOlFoWUWC/soFTS3yoAhibyiNWo0hd5/htUTSBzspy6oAaJDh20Ss5M7i',
  'aYCE4Uea6IRIbjI1tfbiRmYWaEG3mkOSRoKprZQQLoNNs9QSZCWiujvbU17qS/w/',
  'v+pdWjbSoqbIJzs+XCfLu4VJUGnyP3h9UoKEfpn1QDdnVqWPXsnrTUR9pTo/ENyK',
  'lmX7usG5oFQ/zdongoUWQpfVh3BKODl8PBrEH06u7pVBxPTOvztz7umjNMUzASFH',
  '9LAxoMlzWOjbs1veWmiY0HEeSUveuJvU9JTJKnzgISCVqHgO1NH8cOFPsOI8LqNA',
  'mI9u0srCZqzJfZv9QcQTAwIDAQABo0IwQDAPBgNVHRMBAf8EBTADAQH/MA4GA1Ud',
  'DwEB/wQEAwICpDAdBgNVHQ4EFgQUr+q4U5fIfrEkCpeXYdzfCkVy6k4wDQYJKoZI',
  'hvcNAQELBQADggEBADbOavvwG5nhxyFZBblewh7SGIjMZ2+Z61Lbna1VzWiF7+qW',
  '4BHTyuft9cL4kiitKATC8kwYvhf2PphloD46Z4jKL6v2DH7zRW9mmCTFjA3n58iI',
  'xxA5pLygKY/enFWxzGuh0GFjzvufXstRYPynG3uVaKBuHfEOdL8rvkwRnW2w0gXN',
  'a4uSp/aj+npAtzZTpBQBi0T8K8dWBlWztbSGh55JnLaej7XQKlDINkaAQvxCbqvQ',
  'K5LmOn3FIURSgl5tAuiqYuk4/0Tcb2KCgXcLOrn6l2lCC4rQLAQC0ZbSgU5kyBKi',
  'N5tRGkKMxv40Kk24A4xQvZukkfjwcnDkgfOKapQ=',
  '-----END CERTIFICATE-----',
  '',
].join('\n')
