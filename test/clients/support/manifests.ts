import type { Server } from './server.js'

/** The YAML of a Lease to create. */
export const leaseYaml = (
  server: Server,
  name: string,
  holder: string,
): string => `apiVersion: ${server.group('coordination')}/v1
kind: Lease
metadata:
  name: ${name}
  namespace: default
  labels:
    app: ${name}
spec:
  holderIdentity: ${holder}
  leaseDurationSeconds: 15
`

/** Returns the first column of the output of `kubectl get`, without its header. */
export const firstColumn = (printed: string): readonly string[] =>
  printed
    .split('\n')
    .slice(1, -1)
    .map((line) => line.split(/ +/)[0] ?? '')

/** The result of a successful command with no other output. */
export const printed = (stdout: string) => ({ code: 0, stdout, stderr: '' })

/** The result of a failed command with no other output. */
export const failed = (stderr: string) => ({ code: 1, stdout: '', stderr })
