import { Tooltip } from 'radix-ui'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './app.css'
import { startPanel } from './conversation/start.ts'
import { startLink } from './link/core.ts'
import { startTheme } from './look/theme.ts'
import { App } from './shell/App.tsx'

startTheme()
startLink()
startPanel(new AbortController().signal)

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root element.')
createRoot(root).render(
  <StrictMode>
    <Tooltip.Provider delayDuration={500} skipDelayDuration={200}>
      <App />
    </Tooltip.Provider>
  </StrictMode>,
)
