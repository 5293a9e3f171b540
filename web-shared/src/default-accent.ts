/** The checkout page's colour for merchants without their own colour: pine green. */
export const defaultAccent = "#0b6b57";
