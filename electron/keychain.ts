import { safeStorage } from 'electron'
import type { createCore } from '../src/app.ts'

/** The system's keychain. On a Linux desktop without one Electron would only scramble: that is none. */
export const keychain: NonNullable<Parameters<typeof createCore>[0]['keychain']> = {
  async available() {
    if (process.platform === 'linux' && safeStorage.getSelectedStorageBackend() === 'basic_text') return false
    return await safeStorage.isAsyncEncryptionAvailable()
  },
  seal: (text) => safeStorage.encryptStringAsync(text),
  async open(sealed) {
    const { result } = await safeStorage.decryptStringAsync(sealed)
    return result
  },
}
