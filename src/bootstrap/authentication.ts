import type { BootstrapBody } from './body.js'
import { ROOT_CERTIFICATE } from './root-certificate.js'

/** What servers of extensions read to know whose requests are passed on to them. */
export const extensionAuthentication: BootstrapBody = {
  metadata: { namespace: 'kube-system', name: 'extension-apiserver-authentication' },
  data: {
    'client-ca-file': ROOT_CERTIFICATE,
    'requestheader-allowed-names': '["front-proxy-client"]',
    'requestheader-client-ca-file': ROOT_CERTIFICATE,
    'requestheader-extra-headers-prefix': '["X-Remote-Extra-"]',
    'requestheader-group-headers': '["X-Remote-Group"]',
    'requestheader-username-headers': '["X-Remote-User"]',
  },
}
