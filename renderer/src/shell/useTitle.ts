import { useEffect, useState } from 'react'
import { openQuestion, openQuestions } from '../conversation/model.ts'
import { isRunning, usePanel } from '../conversation/panel.ts'

type News = 'done' | 'asks' | null

const PREFIX = { done: 'Done · ', asks: 'Waits for you · ' } as const

/** "bracket.3dm · Tickbird"; ahead of it what happened while nobody looked, for the taskbar or the tab to show. */
export function useTitle(): void {
  const name = usePanel((state) => state.status?.document?.name ?? null)
  const news = useNews()
  useEffect(() => {
    document.title = `${news === null ? '' : PREFIX[news]}${name ? `${name} · ` : ''}Tickbird`
  }, [name, news])
}

/** A window beside Rhino's may be in sight while the designer works in the other. */
const isAway = (): boolean => document.hidden || !document.hasFocus()

function useNews(): News {
  const doing = usePanel((state) => {
    if (openQuestion(state.turns) !== null || openQuestions(state.turns) !== null) return 'asks'
    return isRunning(state) ? 'runs' : 'rests'
  })
  const [before, setBefore] = useState(doing)
  const [news, setNews] = useState<News>(null)
  if (before !== doing) {
    setBefore(doing)
    if (isAway() && doing === 'asks') setNews('asks')
    else if (isAway() && doing === 'rests') setNews('done')
    else setNews(null)
  }
  useEffect(() => {
    const seen = () => {
      if (!isAway()) setNews(null)
    }
    document.addEventListener('visibilitychange', seen)
    window.addEventListener('focus', seen)
    return () => {
      document.removeEventListener('visibilitychange', seen)
      window.removeEventListener('focus', seen)
    }
  }, [])
  return news
}
