import { goQuote } from '../../base/go/printable.js'
import { type KubernetesVersion, atLeast } from './kubernetes-version.js'

/** Returns the name of the scheme of a real server in errors: the line of its code that makes it. */
export const schemeName = (version: KubernetesVersion): string =>
  `scheme "pkg/runtime/scheme.go:${atLeast(version, '1.35') ? 111 : 110}"`

/** Returns the scheme's error for a kind it does not know. */
export const unregistered = (kind: string, apiVersion: string, version: KubernetesVersion): string =>
  `no kind ${goQuote(kind)} is registered for version ${goQuote(apiVersion)} in ${schemeName(version)}`
