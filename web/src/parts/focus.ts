/**
 * A `ref` of what takes the focus when it appears. It is one function: a new one would take the
 * focus back each time that its page is drawn.
 */
export const focused = (element: HTMLElement | null) => {
  element?.focus();
};
