import { dns1123Subdomain } from './names.js'

/** IsFullyQualifiedName: a domain of three parts or more. An empty one is a `Required value` of its caller. */
export function fullyQualifiedName(value: string): string[] {
  const messages = dns1123Subdomain(value)
  if (messages.length > 0) return [messages.join(',')]
  return value.split('.').length < 3 ? ['should be a domain with at least three segments separated by dots'] : []
}
