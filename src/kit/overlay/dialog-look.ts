/** Behind a dialog the page steps back, and so does a dialog that has opened it: both stand in the order of the document. */
export const backdropLook =
  'fixed inset-0 z-50 bg-[#0a1415]/55 transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0'

/** A dialog: a sheet from below on a phone, a card in the middle on a wider screen. */
export const popupLook =
  'fixed z-50 flex max-h-[90dvh] w-full flex-col overflow-y-auto bg-card p-5 shadow-soft transition-[opacity,translate] outline-none sm:p-6 ' +
  'max-sm:inset-x-0 max-sm:bottom-0 max-sm:rounded-t-card ' +
  'sm:top-1/2 sm:left-1/2 sm:max-w-lg sm:-translate-1/2 sm:rounded-card ' +
  'data-ending-style:opacity-0 data-starting-style:opacity-0 ' +
  'max-sm:data-ending-style:translate-y-6 max-sm:data-starting-style:translate-y-6'
