import { useEffect, useState } from 'preact/hooks'

const THEMES = ['system', 'light', 'dark'] as const
type Theme = (typeof THEMES)[number]

const MARKS: { readonly [theme in Theme]: string } = { system: '◐', light: '☀', dark: '☾' }
const KEY = 'fakecluster-theme'

/** Chooses light, dark, or what the system says; the browser remembers. */
export function ThemeSwitch() {
  const [theme, setTheme] = useState<Theme>(remembered)
  useEffect(() => {
    document.documentElement.dataset['theme'] = theme
    try {
      localStorage.setItem(KEY, theme)
    } catch {
      // A file may have no storage; it is chosen for now alone.
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
