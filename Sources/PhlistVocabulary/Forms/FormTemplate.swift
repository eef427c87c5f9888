/// A form that comes with phlist.
package enum FormTemplate: String, NamedValue {
    case student
}
