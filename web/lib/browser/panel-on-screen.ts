/** Whether a dialog or menu is on the screen: it has its own keys. */
export const isPanelOnScreen = () => document.querySelector("[role=dialog], [role=menu]") !== null;
