/** The localStorage key for the choice to turn single keys off. Speech input can trigger them with dictated words. */
const STORAGE_KEY = 'kikoa-queue-keys'

/** Whether a single key may act, which a person can turn off (WCAG 2.1.4). */
export const areKeysOn = () => localStorage.getItem(STORAGE_KEY) !== 'off'

export const setKeysOn = (on: boolean) =>
  on ? localStorage.removeItem(STORAGE_KEY) : localStorage.setItem(STORAGE_KEY, 'off')

/** Elements where a key has another meaning: fields, and whatever overlays the screen. */
export const ownKeys =
  'input, textarea, select, [contenteditable], [role=dialog], [role=alertdialog], [role=menu]'
