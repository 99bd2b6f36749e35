/** A rectangle on the screen, in pixels from the upper left corner of the window. */
export interface ScreenBox {
  left: number;
  top: number;
  width: number;
  height: number;
}
