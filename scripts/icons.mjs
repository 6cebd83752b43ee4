// node scripts/icons.mjs: draws the icons that an installed Tickbird has from build/icon.svg. Run after changing it; what
// it writes is committed, because building needs no browser.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { ensureBrowser, ROOT } from './prepare.mjs'

const SIZES = [16, 24, 32, 48, 64, 128, 256, 512, 1024]
/** Below this the mark fills the whole square, with a heavier line: it would be a smudge else. */
const SMALL = 40
const STYLE = `body{margin:0} svg{display:block;width:100vw;height:100vh}
  .small svg{transform:scale(1.32);overflow:visible} .small .ground{stroke:none;transform:translate(26px,26px) scale(.898)}
  .small .rhino{stroke-width:26} .small .bird{stroke-width:22;fill:#c2452d}`
const ICO = [16, 24, 32, 48, 64, 128, 256]
/** Apple's names for PNG images of a size. */
const ICNS = { ic11: 32, ic12: 64, ic07: 128, ic13: 256, ic08: 256, ic14: 512, ic09: 512, ic10: 1024 }

async function draw(svg) {
  const browser = await chromium.launch({ executablePath: ensureBrowser(), args: ['--no-sandbox'] })
  const page = await browser.newPage()
  await page.setContent(`<style>${STYLE}</style>${svg}`)
  const images = new Map()
  for (const size of SIZES) {
    await page.setViewportSize({ width: size, height: size })
    await page.evaluate((small) => document.body.classList.toggle('small', small), size < SMALL)
    images.set(size, await page.screenshot({ omitBackground: true }))
  }
  await browser.close()
  return images
}

/** An .ico of PNG images: a header, one 16-byte entry an image, then the images. */
function ico(images) {
  const head = Buffer.alloc(6 + 16 * ICO.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(ICO.length, 4)
  let offset = head.length
  for (const [index, size] of ICO.entries()) {
    const at = 6 + 16 * index
    const { length } = images.get(size)
    // 0 stands for 256.
    head.writeUInt8(size % 256, at)
    head.writeUInt8(size % 256, at + 1)
    head.writeUInt16LE(1, at + 4)
    head.writeUInt16LE(32, at + 6)
    head.writeUInt32LE(length, at + 8)
    head.writeUInt32LE(offset, at + 12)
    offset += length
  }
  return Buffer.concat([head, ...ICO.map((size) => images.get(size))])
}

/** An .icns of PNG images: "icns" and the whole length, then name, length and image of each. */
function icns(images) {
  const chunk = (name, body) => {
    const head = Buffer.alloc(8)
    head.write(name, 'latin1')
    head.writeUInt32BE(8 + body.length, 4)
    return Buffer.concat([head, body])
  }
  return chunk('icns', Buffer.concat(Object.entries(ICNS).map(([name, size]) => chunk(name, images.get(size)))))
}

const folder = join(ROOT, 'build')
const images = await draw(readFileSync(join(folder, 'icon.svg'), 'utf8'))
writeFileSync(join(folder, 'icon.png'), images.get(1024))
writeFileSync(join(folder, 'icon.ico'), ico(images))
writeFileSync(join(folder, 'icon.icns'), icns(images))
