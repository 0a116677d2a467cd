import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import type { Bundle } from '../cluster/bundle/types.js'
import { Header } from './header.js'
import { parseWhere, tokenIn } from './model/place.js'
import { NowView } from './now/now-view.js'
import { KeyHelp } from './parts/key-help.js'
import { TabPanel, panelId } from './parts/tabs.js'
import { useKeys } from './parts/use-keys.js'
import { useSession } from './parts/use-session.js'
import { type Go, useWhere } from './parts/use-where.js'
import { DoView } from './do/do-view.js'
import { ProblemsView } from './problems/problems-view.js'
import { RequestsView } from './requests/requests-view.js'
import { ThenView } from './then/then-view.js'
import type { ViewProps } from './view-props.js'
import { Waiting } from './waiting.js'

/** The whole page, for the Bundle in a file or for the cluster that serves the page. */
export function App({ embedded }: { readonly embedded: Bundle | undefined }) {
  const { where, go } = useWhere()
  const shown = useSession(embedded, tokenIn(location.hash), where.kind)
  const { session } = shown
  // The Now view only needs the first part of the Bundle.
  const isThere = session !== undefined && (session.counts === undefined || where.view === 'now')
  useFocusKept(where.view)
  const [helps, setHelps] = useState(false)
  const help = useCallback(() => setHelps((helps) => !helps), [])
  useKeys({ help, close: useCallback(() => closeOpened(go), []) })
  return (
    <>
      <Header shown={shown} where={where} go={go} onHelp={help} />
      <main>
        {isThere ? (
          <TabPanel name="views" current={where.view}>
            <View session={session} shown={shown} where={where} go={go} />
          </TabPanel>
        ) : (
          <Waiting shown={shown} />
        )}
      </main>
      <KeyHelp open={helps} onClose={() => setHelps(false)} />
    </>
  )
}

/** Closes the object or request that is open, as the address has it: another handler may have closed it already. */
function closeOpened(go: Go): void {
  const { view, object, request } = parseWhere(location.hash)
  if (view === 'requests' && request !== 0) go({ request: 0 })
  else if (view !== 'requests' && object !== '') go({ object: '' })
}

/** Moves the focus to the panel if the focused element was removed with its view. */
function useFocusKept(view: string) {
  const seen = useRef(view)
  useEffect(() => {
    if (seen.current === view) return
    seen.current = view
    if (document.activeElement === document.body) document.getElementById(panelId('views'))?.focus()
  }, [view])
}

function View(props: ViewProps) {
  switch (props.where.view) {
    case 'now':
      return <NowView {...props} />
    case 'problems':
      return <ProblemsView {...props} />
    case 'then':
      return <ThenView {...props} />
    case 'requests':
      return <RequestsView {...props} />
    case 'do':
      return <DoView {...props} />
  }
}
