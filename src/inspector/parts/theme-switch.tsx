import { useEffect, useState } from 'preact/hooks'

const THEMES = ['system', 'light', 'dark'] as const
type Theme = (typeof THEMES)[number]

const MARKS: { readonly [theme in Theme]: string } = { system: '◐', light: '☀', dark: '☾' }
const KEY = 'fakecluster-theme'

/** Switches between light, dark and the system's theme; the choice is saved in the browser. */
export function ThemeSwitch() {
  const [theme, setTheme] = useState<Theme>(remembered)
  useEffect(() => {
    document.documentElement.dataset['theme'] = theme
    try {
      localStorage.setItem(KEY, theme)
    } catch {
      // A page from a file may have no storage; then the choice is not saved.
    }
  }, [theme])
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system'
  return (
    <button
      type="button"
      class="icon"
      title={`Colours: ${theme}`}
      aria-label={`Colours: ${theme}. Change to ${next}`}
      onClick={() => setTheme(next)}
    >
      {MARKS[theme]}
    </button>
  )
}

function remembered(): Theme {
  try {
    return THEMES.find((theme) => theme === localStorage.getItem(KEY)) ?? 'system'
  } catch {
    return 'system'
  }
}
