import { useState } from 'preact/hooks'
import { formatWhere, parseWhere } from './model/place.js'
import type { Shown } from './parts/use-session.js'

/** Shown until there is a Bundle: progress, an error, or a form for the token. */
export function Waiting({ shown: { link, fault } }: { readonly shown: Shown }) {
  const [token, setToken] = useState('')
  if (link !== 'locked')
    return (
      <div class="waiting" role="status">
        {link === 'lost' ? <p class="bad">{fault}</p> : <p>Opening…</p>}
      </div>
    )
  const open = (event: Event) => {
    event.preventDefault()
    location.hash = formatWhere(parseWhere(location.hash), token)
    location.reload()
  }
  return (
    <form class="waiting" onSubmit={open}>
      <label>
        The token of this cluster
        <input type="password" value={token} onInput={(event) => setToken(event.currentTarget.value)} />
      </label>
      <button type="submit">Open</button>
      <p class="dim">It stays in the address after the #, which browsers send to no server.</p>
    </form>
  )
}
