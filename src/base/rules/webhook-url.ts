import { type Issue, invalid, required } from '../errors/issue.js'
import { neededUrls } from '../text/urls.js'

const FORM = '; desired format: https://host[/path]'
const PARTS = /^(?:([A-Za-z][A-Za-z0-9+.-]*):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s

/** Validates the URL of a webhook (apiserver: ValidateWebhookURL). */
export function validateWebhookUrl(url: string, field: string): readonly Issue[] {
  const fault = neededUrls().urlFault(url)
  if (fault !== undefined) return [required(field, `url must be a valid URL: ${fault}${FORM}`)]
  const [, scheme = '', authority = '', , query, fragment] = PARTS.exec(url) ?? []
  const at = authority.lastIndexOf('@')
  const host = authority.slice(at + 1)
  return [
    ...(scheme.toLowerCase() === 'https'
      ? []
      : [invalid(field, scheme.toLowerCase(), `'https' is the only allowed URL scheme${FORM}`)]),
    ...(host ? [] : [invalid(field, host, `host must be specified${FORM}`)]),
    ...(at < 0 ? [] : [invalid(field, authority.slice(0, at), 'user information is not permitted in the URL')]),
    ...(fragment ? [invalid(field, fragment, 'fragments are not permitted in the URL')] : []),
    ...(query ? [invalid(field, query, 'query parameters are not permitted in the URL')] : []),
  ]
}
